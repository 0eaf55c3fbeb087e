import { listTracksPlayedAt } from '#features/music';
import type { Tx } from '#platform/db/database.ts';
import { listEntriesWithoutTrack, updateTracks } from './track-link.store.ts';

/** More than a user writes in a day. The next sync links the rest. */
const BATCH_SIZE = 1_000;

/**
 * Links the user's entries since `since` that have no track to the track played last before each was written. Returns the number of linked
 * entries. Skips locked entries; the next sync links them.
 */
export async function linkTracks(tx: Tx, userId: string, since: Date): Promise<number> {
  const entries = await listEntriesWithoutTrack(tx, userId, since, BATCH_SIZE);
  if (entries.length === 0) return 0;
  const links = await listTracksPlayedAt(tx, userId, entries);
  return links.length === 0 ? 0 : updateTracks(tx, userId, links);
}
