import type { Routes } from '../../platform/http/guarded-routes.ts';
import { DAY_END, REMINDERS } from './check-in.jobs.ts';
import { DayEndRun, ReminderRun } from './check-in-job.schema.ts';
import { type DayEndDeps, endDays } from './day-end.actions.ts';
import { type ReminderDeps, remindPeople } from './reminder.actions.ts';

export function checkInJobRoutes(deps: ReminderDeps & DayEndDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/cron/reminders',
      {
        config: { secretsOf: 'workout-window', job: REMINDERS },
        schema: { description: 'Each of them once.', response: { 200: ReminderRun } },
      },
      async () => remindPeople(deps),
    );

    scope.post(
      '/api/workout-window/cron/end-of-day',
      {
        config: { secretsOf: 'workout-window', job: DAY_END },
        schema: {
          description:
            'Where the day has ended for people who were in a chain and did not check in, they and those after them are told, once.',
          response: { 200: DayEndRun },
        },
      },
      async () => endDays(deps),
    );
  };
}
