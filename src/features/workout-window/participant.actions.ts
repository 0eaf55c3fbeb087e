import type { Db } from '../../platform/db/database.ts';
import { findWindowOf, listMatchGroups, listParticipants, type ParticipantRow } from './workout-window.store.ts';

export type { ParticipantRow } from './workout-window.store.ts';

/** Who can be matched with each other in a group on a date. */
export async function participantsOf(db: Db, group: string, date: string): Promise<ParticipantRow[]> {
  return listParticipants(db, group, date);
}

/** The groups that have anybody to match. */
export async function groupsToMatch(db: Db): Promise<string[]> {
  return listMatchGroups(db);
}

/** The group and the time zone of somebody's open window; undefined where they have none. */
export async function findOpenWindow(
  db: Db,
  userId: string,
): Promise<{ matchGroup: string; timezone: string } | undefined> {
  const window = await findWindowOf(db, userId);
  return window?.is_active ? { matchGroup: window.match_group, timezone: window.timezone } : undefined;
}
