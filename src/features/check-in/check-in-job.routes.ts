import type { Routes } from '../../platform/http/audience.ts';
import { DayEndRun, ReminderRun } from './check-in-job.schema.ts';
import { type DayEndDeps, endDays } from './day-end.actions.ts';
import { type ReminderDeps, remindPeople } from './reminder.actions.ts';

const tags = ['Jobs'];
const config = { secretsOf: 'workout-window' };

export function checkInJobRoutes(deps: ReminderDeps & DayEndDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/cron/reminders',
      {
        config,
        schema: {
          tags,
          summary: 'Remind people of their windows',
          description: 'Those whose windows open within thirty minutes, each once. To be called every five minutes.',
          response: { 200: ReminderRun },
        },
      },
      async () => remindPeople(deps),
    );

    scope.post(
      '/api/workout-window/cron/end-of-day',
      {
        config,
        schema: {
          tags,
          summary: 'End the days that are over',
          description:
            'Where the day has ended for people who were in a chain and did not check in, they and those after them are told, once. To be called every half hour, since days end at other times elsewhere.',
          response: { 200: DayEndRun },
        },
      },
      async () => endDays(deps),
    );
  };
}
