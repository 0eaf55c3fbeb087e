import { defineJob } from '../../../access/job.ts';
import { sendSponsorEmails, weekOfLetter } from './sponsor-digest.actions.ts';
import { SponsorEmailRun } from './sponsor-digest.schema.ts';

export const SPONSOR_EMAILS = defineJob({
  name: 'sponsor-outreach-digest',
  cron: '0 9 * * 1',
  description: 'Send sponsors the weekly letter about the lab',
  backfillDays: 6,
  run: sendSponsorEmails,
  isComplete: ({ results }) => results.failed === 0,
  nothing: (deps) => ({ results: { queued: 0, failed: 0, errors: [] }, week_start: weekOfLetter(deps).start }),
  route: {
    path: '/api/cron/lab/sponsor-outreach-digest',
    secrets: 'sponsor-digest',
    takesBearerSecret: true,
    details:
      'Covers the last full week (UTC). Each approved sponsor who has not unsubscribed gets it once. A repeated call retries what failed.',
    response: SponsorEmailRun,
  },
});
