import { defineJob } from '#access/job.ts';
import { recomputeCompetitions } from './scoring.actions.ts';
import { RecomputeRun } from './scoring.schema.ts';

export const COMPETITION_SCORING = defineJob({
  name: 'recompute-competitions',
  cron: '0 6 * * *',
  description: 'Score all active competitions that are open for entry',
  backfillDays: 1,
  run: recomputeCompetitions,
  isComplete: ({ results }) => results.failed === 0,
  nothing: () => ({ results: { competitions: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/cron/lab/recompute-competitions',
    secrets: 'lab-competitions',
    takesBearerSecret: true,
    details: 'Each competition is scored as a whole. A repeated call retries what failed.',
    response: RecomputeRun,
  },
});
