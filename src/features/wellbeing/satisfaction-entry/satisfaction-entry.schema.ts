import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { CalendarDate, Timestamp, Uuid } from '#platform/http/shapes.ts';

const Score = Type.Integer({ minimum: 1, maximum: 10 });
const Note = Type.String({ maxLength: 2_000 });

export const SatisfactionEntry = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    score: Score,
    note: Note,
    entry_date: CalendarDate,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'SatisfactionEntry' },
);
export type SatisfactionEntry = Static<typeof SatisfactionEntry>;

export const SatisfactionEntryBody = Type.Object(
  { satisfaction_entry: SatisfactionEntry },
  { title: 'SatisfactionEntryBody' },
);
export const SatisfactionEntryList = listSchema('satisfaction_entries', SatisfactionEntry);

export const NewSatisfactionEntry = Type.Object(
  {
    score: Score,
    note: Type.Optional(Note),
    entry_date: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Today in your time zone (`preferences.timezone`) by default.',
      }),
    ),
  },
  { title: 'NewSatisfactionEntry' },
);
export type NewSatisfactionEntry = Static<typeof NewSatisfactionEntry>;

export const SatisfactionEntryChange = Type.Object(
  {
    score: Type.Optional(Score),
    note: Type.Optional(Note),
    entry_date: Type.Optional(CalendarDate),
  },
  { title: 'SatisfactionEntryChange' },
);
export type SatisfactionEntryChange = Static<typeof SatisfactionEntryChange>;

export const satisfactionEntryErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'satisfaction-entry.not-found',
    message: 'You have no satisfaction entry with this id.',
  },
});
