import { defineJob } from '#access/job.ts';
import { WeeklyRun } from '../battle.schema.ts';
import { runWeekly } from './weekly.actions.ts';

/** The week begins at midnight UTC. The last one has ended in all time zones at noon UTC. */
export const WEEKLY_BATTLE = defineJob({
  name: 'generate-weekly',
  cron: '0 0,12 * * 1',
  description: 'Open the battle of the week and execute earlier ones',
  backfillDays: 7,
  run: runWeekly,
  isComplete: ({ results }) => results.errors.length === 0,
  nothing: () => ({ battle: null, executed: [], results: { errors: [] } }),
  route: {
    path: '/api/workout-window/battle/cron/generate-weekly',
    secrets: 'workout-window',
    details: 'The week begins on Monday at 00:00 UTC. The last one is over in every time zone at 12:00 UTC.',
    response: WeeklyRun,
  },
});
