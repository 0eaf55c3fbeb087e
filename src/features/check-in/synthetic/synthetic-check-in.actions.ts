import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { earnedBy, freezeChainRows, lockChains } from '../../chain/index.ts';
import { notify } from '../../notification/index.ts';
import { type ActivityType, isNextDay } from '../../workout-window/index.ts';
import { batonPass } from '../notification.template.ts';
import {
  deleteCheckInsOf,
  insertVerifiedCheckIns,
  listCheckedIn,
  listGroupsOn,
  listPlaces,
  type PlaceRow,
  type VerifiedCheckIn,
} from './synthetic-check-in.store.ts';

export type SyntheticCheckInDeps = { db: Db; clock: Clock; ids: Ids; log: Logger };

/** A synthetic person who checks in. */
export type SyntheticCheckIn = {
  userId: string;
  activityType: ActivityType;
  /** The zone of their window. */
  timezone: string;
  isWithinWindow: boolean;
};

/** What became of people: those skipped had checked in before, or are in no chain of the date. */
export type SyntheticCheckInRun = { checkedIn: number; skipped: number; failed: number; errors: string[] };

/** In one transaction. */
const BATCH = 500;

/**
 * Checks synthetic people in for a date, once each, whatever else runs at the same time. They come in the order of their
 * windows, so that one of them can continue the chain of another. Their check-ins are verified and have no photo; whoever comes
 * after them is told. A batch that fails is left to the next run.
 */
export async function checkInSynthetic(
  deps: SyntheticCheckInDeps,
  people: readonly SyntheticCheckIn[],
  date: string,
): Promise<SyntheticCheckInRun> {
  const done = await listCheckedIn(
    deps.db,
    date,
    people.map(({ userId }) => userId),
  );
  const left = people.filter(({ userId }) => !done.has(userId));
  const run: SyntheticCheckInRun = { checkedIn: 0, skipped: done.size, failed: 0, errors: [] };
  for (let first = 0; first < left.length; first += BATCH) {
    const batch = left.slice(first, first + BATCH);
    try {
      const checkedIn = await deps.db.transaction().execute((tx) => checkInBatch(deps, tx, batch, date));
      run.checkedIn += checkedIn;
      run.skipped += batch.length - checkedIn;
    } catch (error) {
      deps.log.error({ err: error, date }, 'synthetic people could not be checked in');
      run.failed += batch.length;
      run.errors.push(`${batch.length} people could not be checked in for ${date}; the next run tries again.`);
    }
  }
  return run;
}

/** Deletes all of somebody's check-ins. Returns the keys of files, to be discarded after the commit. */
export async function removeCheckInsOf(tx: Tx, userId: string): Promise<string[]> {
  return deleteCheckInsOf(tx, userId);
}

async function checkInBatch(
  deps: SyntheticCheckInDeps,
  tx: Tx,
  batch: readonly SyntheticCheckIn[],
  date: string,
): Promise<number> {
  const now = deps.clock.now();
  const userIds = batch.map(({ userId }) => userId);
  const groups = await listGroupsOn(tx, date, userIds);
  await lockChains(tx, groups, date);
  // Only now do they stay as they are. Somebody who has moved to another group meanwhile waits for the next run.
  const places = (await listPlaces(tx, date, userIds)).filter(({ match_group }) => groups.includes(match_group));
  const placeOf = new Map(places.map((place) => [place.user_id, place]));
  const fitting = batch.flatMap((person) => {
    const place = placeOf.get(person.userId);
    return place !== undefined && isNextDay(date, now, lastOf(place)) ? { ...person, place } : [];
  });
  const present = new Set<string>();
  const checkIns = fitting.map(({ place, ...person }): VerifiedCheckIn => {
    present.add(person.userId);
    const { before_user_id: before } = place;
    const { chips, chainStatus } = earnedBy(before, place.had_before || (before !== null && present.has(before)));
    const continuesChain = chainStatus === 'continued';
    return { ...person, id: deps.ids.next(), chainId: place.chain_id, continuesChain, chips };
  });
  const inserted = await insertVerifiedCheckIns(tx, date, checkIns, now);
  await freezeChainRows(tx, date, [...inserted]);
  const passed = places.filter(({ user_id }) => inserted.has(user_id));
  const notices = passed.flatMap((place) =>
    place.after_user_id === null ? [] : batonPass(place.after_user_id, { ...place, is_ai: true, date }),
  );
  await notify(deps, tx, notices);
  return inserted.size;
}

function lastOf({ last_date: date, last_zone: zone }: PlaceRow) {
  return date === null || zone === null ? null : { date, zone };
}
