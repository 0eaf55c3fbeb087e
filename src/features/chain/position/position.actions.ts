import type { Clock } from '../../../platform/clock.ts';
import { addDays, localDateOf } from '../../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import {
  type ChainPosition,
  deleteChainsOf,
  deleteFromSquads,
  findPlace,
  findSquadMembers,
  listGroupsOfMember,
  lockGroupsOn,
  lockGroupsShared,
  updateChainsWithCheckIn,
} from './position.store.ts';

export type { ChainPosition } from './position.store.ts';

/** Chains are made for the seven days after today, wherever that is, and may still be rebuilt where it is yesterday. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 8;

/** Where somebody is in the chains of a date; undefined where they are in none. */
export async function findChainPosition(db: Db, userId: string, date: string): Promise<ChainPosition | undefined> {
  return findPlace(db, userId, date);
}

/** Who is in a squad, in the order of their windows: two or three people, fewer where somebody has left Meadow. */
export async function membersOfSquad(db: Db, squadId: string): Promise<string[]> {
  return findSquadMembers(db, squadId);
}

/**
 * Settles where somebody is in the chains of a date, with the check-in that the transaction writes: nobody rebuilds their row
 * from now on. Undefined where they are in no chain.
 */
export async function lockChainPosition(tx: Tx, userId: string, date: string): Promise<ChainPosition | undefined> {
  let place = await findPlace(tx, userId, date);
  let held: string | undefined;
  // They may move to another group, or out of all, while this waits.
  while (place !== undefined && place.group !== held) {
    held = place.group;
    await lockGroupsShared(tx, [held], date);
    place = await findPlace(tx, userId, date);
  }
  if (place !== undefined) await updateChainsWithCheckIn(tx, date, [userId]);
  return place;
}

/** Holds the chains of groups on a date as they are until the transaction ends. Others may hold them as well. */
export async function lockChains(tx: Tx, groups: readonly string[], date: string): Promise<void> {
  await lockGroupsShared(tx, groups, date);
}

/** Keeps people's rows of a date as they are from now on: they have checked in. Hold the chains before. */
export async function freezeChainRows(tx: Tx, date: string, userIds: readonly string[]): Promise<void> {
  await updateChainsWithCheckIn(tx, date, userIds);
}

/**
 * Takes somebody out of all chains and squads, and holds off whoever would match them again until the transaction ends. `group`
 * is where they are matched now. Returns the groups to be matched anew after the commit.
 */
export async function leaveChains(deps: { clock: Clock }, tx: Tx, userId: string, group: string): Promise<string[]> {
  const today = localDateOf(deps.clock.now(), 'UTC');
  const first = addDays(today, -DAYS_BEFORE);
  const dates = Array.from({ length: DAYS_BEFORE + DAYS_AFTER + 1 }, (_, index) => addDays(first, index));
  const groups = [...new Set([group, ...(await listGroupsOfMember(tx, userId, first))])];
  await lockGroupsOn(tx, groups, dates);
  await deleteFromSquads(tx, userId);
  await deleteChainsOf(tx, userId);
  return groups;
}
