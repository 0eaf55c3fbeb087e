/** How long sent emails are listed, in days. */
export const MAIL_RETENTION_DAYS = 90;

/** How long the daily counters of emails are kept. */
export const COUNTER_RETENTION_DAYS = 2;

/** Whether a week has any activity. A week without activity gets no digest. */
export function hasActivity(week: { entries: number; checkIns: number; goalCheckIns: number }): boolean {
  return week.entries + week.checkIns + week.goalCheckIns > 0;
}
