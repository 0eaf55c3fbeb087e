import type { Db, Tx } from '../../platform/db/database.ts';
import type { WindowFacts } from './workout-window.rules.ts';
import {
  findWindowOf,
  listMatchGroups,
  listParticipants,
  lockWindowOf,
  type ParticipantRow,
} from './workout-window.store.ts';

export type { ParticipantRow } from './workout-window.store.ts';

/** Who can be matched with each other in a group on a date. */
export async function participantsOf(db: Db, group: string, date: string): Promise<ParticipantRow[]> {
  return listParticipants(db, group, date);
}

/** The groups that have anybody to match. */
export async function groupsToMatch(db: Db): Promise<string[]> {
  return listMatchGroups(db);
}

/** Somebody's window and the group that they are matched in. */
export type OwnWindow = WindowFacts & { isOpen: boolean; group: string };

/** Somebody's window, whether it is open or not; undefined where they never set one up. */
export async function findOwnWindow(db: Db, userId: string): Promise<OwnWindow | undefined> {
  const row = await findWindowOf(db, userId);
  if (row === undefined) return undefined;
  const { window_start_time, timezone: zone, since, is_active: isOpen, match_group: group } = row;
  return { startTime: window_start_time.slice(0, 5), zone, since, isOpen, group };
}

/** The same, and until the transaction ends nothing about it changes. */
export async function lockOwnWindow(tx: Tx, userId: string): Promise<OwnWindow | undefined> {
  await lockWindowOf(tx, userId);
  return findOwnWindow(tx, userId);
}
