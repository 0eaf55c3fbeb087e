import type { Db, Tx } from '../../platform/db/database.ts';
import { type ChainPlace, findPlace, findSquadMembers, shareGroupOn, updateCheckedIn } from './chain.store.ts';

export type { ChainPlace } from './chain.store.ts';

/** Where somebody is in the chains of a date; undefined where they are in none. */
export async function findPlaceOn(db: Db, userId: string, date: string): Promise<ChainPlace | undefined> {
  return findPlace(db, userId, date);
}

/**
 * Settles where somebody is in the chains of a date, with the check-in that the transaction writes: from its commit on, no
 * rebuild changes their row. Undefined where they are in no chain.
 */
export async function settlePlaceOn(tx: Tx, userId: string, date: string): Promise<ChainPlace | undefined> {
  let group = (await findPlace(tx, userId, date))?.group;
  while (group !== undefined) {
    await shareGroupOn(tx, group, date);
    if (await updateCheckedIn(tx, userId, date, group)) return findPlace(tx, userId, date);
    // They have moved to another group, or out of all, while this waited.
    group = (await findPlace(tx, userId, date))?.group;
  }
  return undefined;
}

/** Who is in a squad, in the order of their windows: two or three people, fewer where somebody has left Meadow. */
export async function membersOfSquad(db: Db, squadId: string): Promise<string[]> {
  return findSquadMembers(db, squadId);
}
