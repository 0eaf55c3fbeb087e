import { listNeighbours } from '#features/chain';
import { publishEvents } from '#features/event';
import { notifyOrFail } from '#features/notification';
import { dayEndsAt, restsOn } from '#features/workout-window';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { nameOf } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import { eventsOfStatus } from '../event.actions.ts';
import { chainBroken } from '../notification.template.ts';
import { verifyAbandoned } from '../verification/verification.actions.ts';
import { claimMissedDays, listOpenDays } from './day-end.store.ts';
import type { DayEndRun } from './jobs.schema.ts';
import { openingsInKnownZones } from './opening.actions.ts';
import type { Opening } from './reminder.rules.ts';

/** Offsets from today (UTC). Current dates are -1 to 1; missed days are not notified after more than two further days. */
const DATE_OFFSETS = [-3, -2, -1, 0, 1];
const BATCH_SIZE = 500;

/**
 * Ends the days that are over in their time zone. Users in a chain who did not check in are notified once, as are their after
 * users. Also verifies check-ins whose node stopped before it could.
 */
export async function endDays(deps: CheckInDeps): Promise<DayEndRun> {
  const verified = await verifyAbandoned(deps);
  const today = localDateOf(deps.clock.now(), 'UTC');
  let missed = 0;
  for (const date of DATE_OFFSETS.map((days) => addDays(today, days))) missed += await endDate(deps, date);
  return { success: true, message: `${missed} users missed their day.`, missed, verified };
}

async function endDate(deps: CheckInDeps, date: string): Promise<number> {
  const now = deps.clock.now();
  const openings = openingsInKnownZones(deps.log, await listOpenDays(deps.db, date, restsOn));
  let missed = 0;
  for (const opening of openings.filter((one) => dayEndsAt(date, { ...one, since: date }) <= now)) {
    let claimed: number;
    do {
      claimed = await endBatch(deps, date, opening, now);
      missed += claimed;
    } while (claimed === BATCH_SIZE);
  }
  return missed;
}

/** Claims a batch and notifies in one transaction, so that each missed day is notified exactly once. Throws if that fails. */
async function endBatch(deps: CheckInDeps, date: string, opening: Opening, now: Date): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const rows = await claimMissedDays(tx, date, opening, now, BATCH_SIZE, restsOn);
    const notifications = rows.flatMap((row) => {
      const missed = { userId: row.user_id, name: nameOf(row), date };
      const recipients = [row.user_id, row.after_user_id].filter((id) => id !== null);
      return recipients.map((userId) => chainBroken(missed, userId));
    });
    await notifyOrFail(deps, tx, notifications);
    const userIds = rows.map(({ user_id }) => user_id);
    const neighbours = await listNeighbours(tx, date, userIds);
    const events = userIds.flatMap((userId) =>
      eventsOfStatus({ userId, date, seenBy: neighbours.get(userId) ?? [userId] }),
    );
    await publishEvents(deps, tx, events);
    return rows.length;
  });
}
