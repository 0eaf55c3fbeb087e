import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Entry } from '../entry/entry.schema.ts';

export const DayQuery = Type.Object({
  date: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Today in your time zone (`preferences.timezone`) by default.',
    }),
  ),
});
export type DayQuery = Static<typeof DayQuery>;

export const OnThisDay = Type.Object({ date: CalendarDate, entries: Type.Array(Entry) }, { title: 'OnThisDay' });
export type OnThisDay = Static<typeof OnThisDay>;

export const EntryExcerpt = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    mood: Nullable(Type.String()),
    excerpt: Type.String({ description: 'The start of the content on one line, up to 200 characters.' }),
    entry_date: CalendarDate,
    created_at: Timestamp,
  },
  { title: 'EntryExcerpt' },
);
export type EntryExcerpt = Static<typeof EntryExcerpt>;

export const MoodQuery = Type.Object({ from: CalendarDate, to: CalendarDate });
export type MoodQuery = Static<typeof MoodQuery>;

const MoodDay = Type.Object(
  {
    date: CalendarDate,
    mood: Type.String({ description: 'The most frequent mood of the day. If several are, the latest.' }),
    moods: Type.Record(Type.String(), Type.Integer(), { description: 'The number of entries by mood.' }),
  },
  { title: 'MoodDay' },
);
export type MoodDay = Static<typeof MoodDay>;

export const MoodCalendar = Type.Object({ moods: Type.Array(MoodDay) }, { title: 'MoodCalendar' });

export const calendarErrors = declareErrors({
  rangeInvalid: {
    status: 400,
    code: 'journal.range-invalid',
    message: 'The range is invalid. `from` must not be after `to`, and the range can have at most 366 days.',
  },
});
