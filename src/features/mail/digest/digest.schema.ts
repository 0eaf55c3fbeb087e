import Type, { type Static } from 'typebox';
import { CalendarDate } from '#platform/http/shapes.ts';

export const DigestRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    week_start: CalendarDate,
    results: Type.Object({
      queued: Type.Integer({ description: 'Digests that this run queued.' }),
      failed: Type.Integer({ description: 'Users that the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'The errors of the first 100 failed batches.' }),
    }),
  },
  { title: 'WeeklyDigestRun' },
);
export type DigestRun = Static<typeof DigestRun>;
