import { defineJob } from '#access/job.ts';
import { endDays } from './day-end.actions.ts';
import { DayEndRun, ReminderRun } from './jobs.schema.ts';
import { remindUsers } from './reminder.actions.ts';

export const REMINDERS = defineJob({
  name: 'reminders',
  cron: '*/5 * * * *',
  description: 'Remind users whose windows open within 30 minutes',
  backfillDays: 0,
  run: remindUsers,
  nothing: () => ({ reminded: 0 }),
  route: {
    path: '/api/workout-window/cron/reminders',
    secrets: 'workout-window',
    details: 'Each user is reminded once a day.',
    response: ReminderRun,
  },
});

/** Runs each half hour: in nearly all time zones, days end on a full or half hour (UTC). */
export const DAY_END = defineJob({
  name: 'end-of-day',
  cron: '*/30 * * * *',
  description: 'End finished days and resolve undecided photos',
  backfillDays: 0,
  run: endDays,
  nothing: () => ({ missed: 0, verified: 0 }),
  route: {
    path: '/api/workout-window/cron/end-of-day',
    secrets: 'workout-window',
    details: 'Notifies users in a chain who missed their check-in, and their after users, once.',
    response: DayEndRun,
  },
});
