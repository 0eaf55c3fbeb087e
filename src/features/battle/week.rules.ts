/** Where a battle stands: before its week, from the first minute of its week, and once it has been fought. */
export type BattleStatus = 'pending' | 'in_progress' | 'completed';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const WEEK_DAYS = 7;
const MONDAY = 1;
/** The last place where a day ends is twelve hours behind UTC. */
const LAST_END_OF_DAY_HOURS = 12;

/** Whether a battle can be of the week that starts on this day. Days are YYYY-MM-DD. */
export function isWeekStart(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY;
}

/** The Monday of the week in which an instant lies, in UTC: weeks change on Monday at 00:00 UTC. */
export function weekStartAt(instant: Date): string {
  const daysSinceMonday = (instant.getUTCDay() + WEEK_DAYS - MONDAY) % WEEK_DAYS;
  return dayOf(instant.getTime() - daysSinceMonday * DAY_MILLISECONDS);
}

/** The Sunday of a week. */
export function weekEndOf(weekStart: string): string {
  return dayOf(startOf(weekStart) + (WEEK_DAYS - 1) * DAY_MILLISECONDS);
}

/** The Monday before. */
export function weekBefore(weekStart: string): string {
  return dayOf(startOf(weekStart) - WEEK_DAYS * DAY_MILLISECONDS);
}

/** The seven days of a week, Monday first. */
export function daysOf(weekStart: string): string[] {
  return Array.from({ length: WEEK_DAYS }, (_, day) => dayOf(startOf(weekStart) + day * DAY_MILLISECONDS));
}

/** Where a battle stands at an instant. Time alone never completes it: it has to be executed. */
export function battleStatusAt(battle: { weekStart: string; isExecuted: boolean }, now: Date): BattleStatus {
  if (battle.isExecuted) return 'completed';
  return now.getTime() >= startOf(battle.weekStart) ? 'in_progress' : 'pending';
}

/**
 * Whether a week is over for everybody: on Monday at 12:00 UTC, Sunday has ended in every time zone, and no chip can be won
 * any more. A battle is not executed before.
 */
export function hasEndedEverywhere(weekStart: string, now: Date): boolean {
  return now.getTime() >= startOf(weekStart) + WEEK_DAYS * DAY_MILLISECONDS + LAST_END_OF_DAY_HOURS * HOUR_MILLISECONDS;
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
