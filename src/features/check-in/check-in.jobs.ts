import type { Job } from '../../platform/jobs/job.ts';
import { type DayEndDeps, endDays } from './day-end.actions.ts';
import { type ReminderDeps, remindPeople } from './reminder.actions.ts';

export const REMINDERS: Job<ReminderDeps> = {
  name: 'reminders',
  cron: '*/5 * * * *',
  about: 'Remind those whose windows open within thirty minutes',
  makeUpDays: 0,
  run: remindPeople,
};

/** Days end at other times elsewhere, on a full or a half hour nearly everywhere. */
export const DAY_END: Job<DayEndDeps> = {
  name: 'end-of-day',
  cron: '*/30 * * * *',
  about: 'End the days that are over, and decide about photos left undecided',
  makeUpDays: 0,
  run: endDays,
};
