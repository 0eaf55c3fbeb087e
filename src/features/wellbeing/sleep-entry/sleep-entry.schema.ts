import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { CalendarDate, Timestamp, Uuid } from '#platform/http/shapes.ts';

const Hours = Type.Number({ minimum: 0, maximum: 24, description: 'Rounded to two decimals.' });
const Quality = Type.Integer({ minimum: 1, maximum: 5 });
const Note = Type.String({ maxLength: 2_000 });

export const SleepEntry = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    sleep_date: CalendarDate,
    hours: Hours,
    quality: Quality,
    note: Note,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'SleepEntry' },
);
export type SleepEntry = Static<typeof SleepEntry>;

export const SleepEntryBody = Type.Object({ sleep_entry: SleepEntry }, { title: 'SleepEntryBody' });
export const SleepEntryList = listSchema('sleep_entries', SleepEntry);

export const NewSleepEntry = Type.Object(
  {
    sleep_date: CalendarDate,
    hours: Hours,
    quality: Quality,
    note: Type.Optional(Note),
  },
  { title: 'NewSleepEntry' },
);
export type NewSleepEntry = Static<typeof NewSleepEntry>;

export const SleepEntryChange = Type.Object(
  {
    sleep_date: Type.Optional(CalendarDate),
    hours: Type.Optional(Hours),
    quality: Type.Optional(Quality),
    note: Type.Optional(Note),
  },
  { title: 'SleepEntryChange' },
);
export type SleepEntryChange = Static<typeof SleepEntryChange>;

export const sleepEntryErrors = declareErrors({
  notFound: { status: 404, code: 'sleep-entry.not-found', message: 'You have no sleep entry with this id.' },
});
