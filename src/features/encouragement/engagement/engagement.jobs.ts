import { defineJob } from '#access/job.ts';
import { processEngagement } from './engagement.actions.ts';
import { EngagementRun } from './engagement.schema.ts';

export const ENGAGEMENT = defineJob({
  name: 'process-engagement',
  cron: '0 * * * *',
  description: 'Process engagement with encouragement drops',
  backfillDays: 0,
  run: processEngagement,
  nothing: () => ({ results: { processed: 0, engaged: 0, bonus_awarded: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/encouragement-drops/cron/process-engagement',
    secrets: 'drops',
    details: 'Awards senders the bonus for drops with engagement and closes engagement windows that have ended.',
    response: EngagementRun,
  },
});
