import { defineJob } from '#access/job.ts';
import { digestWeek, sendSponsorDigests } from './sponsor-digest.actions.ts';
import { SponsorDigestRun } from './sponsor-digest.schema.ts';

export const SPONSOR_DIGEST = defineJob({
  name: 'sponsor-outreach-digest',
  cron: '0 9 * * 1',
  description: 'Send sponsors the weekly digest email about the lab',
  backfillDays: 6,
  run: sendSponsorDigests,
  isComplete: ({ results }) => results.failed === 0,
  nothing: (deps) => ({ results: { queued: 0, failed: 0, errors: [] }, week_start: digestWeek(deps).start }),
  route: {
    path: '/api/cron/lab/sponsor-outreach-digest',
    secrets: 'sponsor-digest',
    takesBearerSecret: true,
    details:
      'Covers the last full week (UTC). Each approved sponsor who has not unsubscribed gets it once. A repeated call retries what failed.',
    response: SponsorDigestRun,
  },
});
