import Type, { type Static } from 'typebox';
import { CalendarDate } from '../../platform/http/shapes.ts';

export const DigestRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    week_start: CalendarDate,
    results: Type.Object({
      queued: Type.Integer({ description: 'People who get a letter by this run.' }),
      failed: Type.Integer({ description: 'People whom the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'What went wrong, for the first hundred portions of people.' }),
    }),
  },
  { title: 'WeeklyDigestRun' },
);
export type DigestRun = Static<typeof DigestRun>;
