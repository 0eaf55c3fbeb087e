import { defineJob } from '#access/job.ts';
import { notifyOfDueGoals } from './goal-due.actions.ts';
import { GoalDueRun } from './goal-due.schema.ts';

export const DUE_GOALS = defineJob({
  name: 'notify-due-goals',
  cron: '10,40 * * * *',
  description: 'Notify users of goals that are due today',
  backfillDays: 0,
  run: notifyOfDueGoals,
  nothing: () => ({ results: { notified: 0 } }),
  route: {
    path: '/api/cron/notify-due-goals',
    secrets: 'housekeeping',
    details: 'A user is notified once for each goal and target date, from 08:00 in the time zone of the profile.',
    response: GoalDueRun,
  },
});
