import type { Actor } from '../../access/actor.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { tracksPlayedAt } from '../music/index.ts';
import { existsVisibleEntryWithTrack, listEntriesWithoutTrack, updateTracks } from './track-link.store.ts';

/** Nobody writes more in a day; whoever does gets the rest linked with the next sync. */
const AT_ONCE = 1_000;

/**
 * Links a person's entries since then that have no track to what they played last when they wrote them. Returns how many it has
 * linked. An entry that somebody holds is left for the next time.
 */
export async function linkTracks(tx: Tx, userId: string, since: Date): Promise<number> {
  const entries = await listEntriesWithoutTrack(tx, userId, since, AT_ONCE);
  if (entries.length === 0) return 0;
  const links = await tracksPlayedAt(tx, userId, entries);
  return links.length === 0 ? 0 : updateTracks(tx, links);
}

/** Whether somebody may know of an entry that is linked to the track. */
export async function seesTrack(deps: { db: Db }, actor: Actor, trackId: string): Promise<boolean> {
  return existsVisibleEntryWithTrack(deps.db, actor, trackId);
}
