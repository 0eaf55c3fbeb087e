import Type, { type Static } from 'typebox';
import { CalendarDate } from '../../../platform/http/shapes.ts';

export const SponsorEmailRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    week_start: CalendarDate,
    results: Type.Object({
      queued: Type.Integer({ description: 'Sponsors who get a letter by this run.' }),
      failed: Type.Integer({ description: 'Sponsors whom the next run tries again.' }),
      errors: Type.Array(Type.String(), {
        description: 'What went wrong, for the first hundred portions of sponsors.',
      }),
    }),
  },
  { title: 'SponsorEmailRun' },
);
export type SponsorEmailRun = Static<typeof SponsorEmailRun>;
