import type { Job } from '../../platform/jobs/job.ts';
import { type EngagementDeps, processEngagement } from './engagement.actions.ts';

export const ENGAGEMENT: Job<EngagementDeps> = {
  name: 'process-engagement',
  cron: '0 * * * *',
  about: 'See what came of encouragement',
  makeUpDays: 0,
  run: processEngagement,
};
