import { keyOfUrl, type MediaDeps } from '#features/media';
import type { Tx } from '#platform/db/database.ts';
import { isUploadOf } from '../profile/avatar.rules.ts';
import { searchNameOf } from '../search-name/search-name.rules.ts';
import {
  deleteSyntheticProfile,
  insertSyntheticProfiles,
  type NewSyntheticProfile,
} from './synthetic-profile.store.ts';

/** Creates the profiles of new synthetic users. */
export async function createSyntheticProfiles(
  tx: Tx,
  profiles: readonly NewSyntheticProfile[],
  now: Date,
): Promise<void> {
  const searchNames = profiles.map(({ fullName }) => searchNameOf(fullName));
  await insertSyntheticProfiles(tx, profiles, searchNames, now);
}

/**
 * Deletes a synthetic user. Returns the key of their uploaded avatar, which the caller deletes after the commit. A foreign key
 * prevents the deletion of a user who owns an organization or leads a team.
 */
export async function removeSyntheticProfile(
  deps: Pick<MediaDeps, 'publicUrl'>,
  tx: Tx,
  id: string,
): Promise<string[]> {
  const removed = await deleteSyntheticProfile(tx, id);
  const key = removed?.avatar_url ? keyOfUrl(deps, removed.avatar_url) : null;
  return key !== null && isUploadOf(id, key) ? [key] : [];
}
