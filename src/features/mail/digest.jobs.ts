import { defineJob } from '../../access/job.ts';
import { weekOfDigest, writeDigests } from './digest.actions.ts';
import { DigestRun } from './digest.schema.ts';

export const WEEKLY_DIGEST = defineJob({
  name: 'weekly-digest',
  cron: '0 7 * * 1',
  description: 'Send the weekly digest',
  backfillDays: 6,
  run: writeDigests,
  isComplete: ({ results }) => results.failed === 0,
  nothing: (deps) => ({ results: { queued: 0, failed: 0, errors: [] }, week_start: weekOfDigest(deps).start }),
  route: {
    path: '/api/email/cron/weekly-digest',
    secrets: 'weekly-digest',
    details: 'Covers the last full week (UTC). Each user gets it once. A repeated call retries what failed.',
    response: DigestRun,
  },
});
