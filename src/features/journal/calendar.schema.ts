import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { CalendarDate } from '../../platform/http/shapes.ts';
import { Entry } from './entry.schema.ts';

export const DayQuery = Type.Object({
  date: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Today in your own time zone (`preferences.timezone`) where not given.',
    }),
  ),
});
export type DayQuery = Static<typeof DayQuery>;

export const OnThisDay = Type.Object({ date: CalendarDate, entries: Type.Array(Entry) }, { title: 'OnThisDay' });
export type OnThisDay = Static<typeof OnThisDay>;

export const MoodQuery = Type.Object({ from: CalendarDate, to: CalendarDate });
export type MoodQuery = Static<typeof MoodQuery>;

const MoodDay = Type.Object(
  {
    date: CalendarDate,
    mood: Type.String({ description: 'The most frequent mood of the day; of several, the latest.' }),
    moods: Type.Record(Type.String(), Type.Integer(), { description: 'How many entries of the day have which mood.' }),
  },
  { title: 'MoodDay' },
);
export type MoodDay = Static<typeof MoodDay>;

export const MoodCalendar = Type.Object({ moods: Type.Array(MoodDay) }, { title: 'MoodCalendar' });

export const calendarErrors = declareErrors({
  rangeInvalid: {
    status: 400,
    code: 'journal.range-invalid',
    message: 'The range of days runs from `from` to `to`, both included, and is 366 days long at most.',
  },
});
