import { defineJob } from '#access/job.ts';
import { queueDigests, weekOfDigest } from './digest.actions.ts';
import { DigestRun } from './digest.schema.ts';

export const WEEKLY_DIGEST = defineJob({
  name: 'weekly-digest',
  cron: '0 7 * * 1',
  description: 'Send the weekly digest email',
  backfillDays: 6,
  run: queueDigests,
  isComplete: ({ results }) => results.failed === 0,
  nothing: (deps) => ({ results: { queued: 0, failed: 0, errors: [] }, week_start: weekOfDigest(deps).start }),
  route: {
    path: '/api/email/cron/weekly-digest',
    secrets: 'weekly-digest',
    details: 'Covers the last full week (UTC). Each user gets one digest a week. A repeated call retries failed users.',
    response: DigestRun,
  },
});
