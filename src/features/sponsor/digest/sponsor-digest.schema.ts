import Type, { type Static } from 'typebox';
import { CalendarDate } from '#platform/http/shapes.ts';

export const SponsorDigestRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    week_start: CalendarDate,
    results: Type.Object({
      queued: Type.Integer({ description: 'Digest emails queued by this run.' }),
      failed: Type.Integer({ description: 'Sponsors that the next run retries.' }),
      errors: Type.Array(Type.String(), { description: 'At most 100 descriptions of failed batches.' }),
    }),
  },
  { title: 'SponsorDigestRun' },
);
export type SponsorDigestRun = Static<typeof SponsorDigestRun>;
