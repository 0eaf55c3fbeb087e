import { earnedBy, freezeChainRows, listNeighbours, lockChainsShared } from '#features/chain';
import { publishEvents } from '#features/event';
import { notify } from '#features/notification';
import { type ActivityType, isNextDay } from '#features/workout-window';
import { chunk } from '#platform/chunk.ts';
import type { Tx } from '#platform/db/database.ts';
import type { CheckInDeps } from '../deps.ts';
import { eventsOfCheckIns } from '../event.actions.ts';
import { batonPass } from '../notification.template.ts';
import {
  type ChainPositionRow,
  insertVerifiedCheckIns,
  listChainPositions,
  listCheckedIn,
  listGroupsOn,
  type VerifiedCheckIn,
} from './synthetic-check-in.store.ts';

/** A synthetic user who checks in. */
export type SyntheticCheckIn = {
  userId: string;
  activityType: ActivityType;
  /** The time zone of the window. */
  timezone: string;
  isWithinWindow: boolean;
};

/** Counts of a run. `skipped` users had already checked in, or are in no chain of the date. */
export type SyntheticCheckInRun = { checkedIn: number; skipped: number; failed: number; errors: string[] };

/** Users per transaction. */
const BATCH_SIZE = 500;

/**
 * Checks in synthetic users for a date, once each, also in concurrent runs.
 *
 * Pass them in the order of their windows, so that one can continue the chain of another. Their check-ins are verified and have
 * no photo; their after users are notified. A batch that fails is left to the next run.
 */
export async function checkInSynthetic(
  deps: CheckInDeps,
  users: readonly SyntheticCheckIn[],
  date: string,
): Promise<SyntheticCheckInRun> {
  const done = await listCheckedIn(
    deps.db,
    date,
    users.map(({ userId }) => userId),
  );
  const remaining = users.filter(({ userId }) => !done.has(userId));
  const run: SyntheticCheckInRun = { checkedIn: 0, skipped: done.size, failed: 0, errors: [] };
  for (const batch of chunk(remaining, BATCH_SIZE)) {
    try {
      const checkedIn = await deps.db.transaction().execute((tx) => checkInBatch(deps, tx, batch, date));
      run.checkedIn += checkedIn;
      run.skipped += batch.length - checkedIn;
    } catch (error) {
      deps.log.error({ err: error, event: 'check-in.synthetic-failed', date }, 'Check-in of synthetic users failed');
      run.failed += batch.length;
      run.errors.push(`${batch.length} users could not be checked in for ${date}. The next run tries again.`);
    }
  }
  return run;
}

async function checkInBatch(
  deps: CheckInDeps,
  tx: Tx,
  batch: readonly SyntheticCheckIn[],
  date: string,
): Promise<number> {
  const now = deps.clock.now();
  const userIds = batch.map(({ userId }) => userId);
  const groups = await listGroupsOn(tx, date, userIds);
  await lockChainsShared(tx, groups, date);
  // Positions are stable from here. A user who moved to another group since then waits for the next run.
  const positions = (await listChainPositions(tx, date, userIds)).filter(({ match_group }) =>
    groups.includes(match_group),
  );
  const positionOf = new Map(positions.map((position) => [position.user_id, position]));
  const due = batch.flatMap((user) => {
    const position = positionOf.get(user.userId);
    return position !== undefined && isNextDay(date, now, lastOf(position)) ? { ...user, position } : [];
  });
  const present = new Set<string>();
  const checkIns = due.map(({ position, ...user }): VerifiedCheckIn => {
    present.add(user.userId);
    const { before_user_id: before } = position;
    const { chips, chainStatus } = earnedBy(before, position.had_before || (before !== null && present.has(before)));
    const continuesChain = chainStatus === 'continued';
    return { ...user, id: deps.ids.next(), chainId: position.chain_id, continuesChain, chips };
  });
  const inserted = await insertVerifiedCheckIns(tx, date, checkIns, now);
  await freezeChainRows(tx, date, [...inserted]);
  const neighbours = await listNeighbours(tx, date, [...inserted]);
  const seen = checkIns.flatMap(({ id, userId }) =>
    inserted.has(userId) ? { id, userId, date, seenBy: neighbours.get(userId) ?? [userId] } : [],
  );
  await publishEvents(deps, tx, eventsOfCheckIns(date, seen));
  const recorded = positions.filter(({ user_id }) => inserted.has(user_id));
  const notifications = recorded.flatMap((position) =>
    position.after_user_id === null ? [] : batonPass(position.after_user_id, { ...position, is_ai: true, date }),
  );
  await notify(deps, tx, notifications);
  return inserted.size;
}

function lastOf({ last_date: date, last_zone: zone }: ChainPositionRow) {
  return date === null || zone === null ? null : { date, zone };
}
