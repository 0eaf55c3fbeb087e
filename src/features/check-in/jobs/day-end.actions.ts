import { addDays, localDateOf } from '../../../platform/days/calendar-date.ts';
import { type NotificationDeps, notifyOrFail } from '../../notification/index.ts';
import { dayEndsAt } from '../../workout-window/index.ts';
import { nameOf } from '../check-in-view.actions.ts';
import { chainBroken } from '../notification.template.ts';
import { type VerificationDeps, verifyLeftBehind } from '../verification/verification.actions.ts';
import { claimMissedDays, listOpenDays } from './day-end.store.ts';
import type { DayEndRun } from './jobs.schema.ts';
import type { Opening } from './reminder.rules.ts';

export type DayEndDeps = NotificationDeps & VerificationDeps;

/** Dates that ended longer ago are not told of any more: at any moment, dates are current up to one from today in UTC. */
const DATES = [-3, -2, -1, 0, 1];
const AT_ONCE = 500;

/**
 * Ends the days that are over in their time zone. Users in a chain who did not check in are notified once, as are those after
 * them. Also resolves check-ins that a node left undecided.
 */
export async function endDays(deps: DayEndDeps): Promise<DayEndRun> {
  const verified = await verifyLeftBehind(deps);
  const today = localDateOf(deps.clock.now(), 'UTC');
  let missed = 0;
  for (const date of DATES.map((days) => addDays(today, days))) missed += await endDate(deps, date);
  return { success: true, message: `${missed} people missed their day.`, missed, verified };
}

async function endDate(deps: DayEndDeps, date: string): Promise<number> {
  const now = deps.clock.now();
  const openings = await listOpenDays(deps.db, date);
  let missed = 0;
  for (const opening of openings.filter((one) => dayEndsAt(date, { ...one, since: date }) <= now)) {
    let found: number;
    do {
      found = await endSome(deps, date, opening, now);
      missed += found;
    } while (found === AT_ONCE);
  }
  return missed;
}

/** Marks some, and tells of it in the same transaction: nobody is marked without a word, nor told twice. Throws where they cannot be told. */
async function endSome(deps: DayEndDeps, date: string, opening: Opening, now: Date): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const rows = await claimMissedDays(tx, date, opening, now, AT_ONCE);
    const notices = rows.flatMap((row) => {
      const missed = { userId: row.user_id, name: nameOf(row), date };
      const told = [row.user_id, row.after_user_id].filter((id) => id !== null);
      return told.map((userId) => chainBroken(missed, userId));
    });
    await notifyOrFail(deps, tx, notices);
    return rows.length;
  });
}
