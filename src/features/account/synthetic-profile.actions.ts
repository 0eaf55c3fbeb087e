import type { Tx } from '../../platform/db/database.ts';
import { keyOfAddress, type MediaDeps } from '../media/index.ts';
import { isUploadOf } from './avatar.rules.ts';
import {
  deleteSyntheticProfile,
  insertSyntheticProfiles,
  type NewSyntheticProfile,
} from './synthetic-profile.store.ts';

export type { NewSyntheticProfile } from './synthetic-profile.store.ts';

/** Makes the profiles of people whom we made up, marked as such. Their ids are new. */
export async function createSyntheticProfiles(
  tx: Tx,
  profiles: readonly NewSyntheticProfile[],
  now: Date,
): Promise<void> {
  await insertSyntheticProfiles(tx, profiles, now);
}

/**
 * Deletes a synthetic person with whatever of theirs goes with a profile. Returns the key of an avatar that was uploaded for
 * them, to be discarded after the commit. Somebody who is in charge of a group is kept by a foreign key.
 */
export async function removeSyntheticProfile(deps: MediaDeps, tx: Tx, id: string): Promise<string[]> {
  const removed = await deleteSyntheticProfile(tx, id);
  const key = removed?.avatar_url ? keyOfAddress(deps, removed.avatar_url) : null;
  return key !== null && isUploadOf(id, key) ? [key] : [];
}
