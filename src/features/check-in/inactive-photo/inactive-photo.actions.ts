import { discardFile } from '#features/media';
import type { CheckInDeps } from '../deps.ts';
import { claimInactivePhotos } from './inactive-photo.store.ts';

/** Users have a photo for each day. */
const USERS_IN_BATCH = 10;

/** Deletes the check-in photos of some users who have been inactive since before an instant. Returns the number of users. */
export async function purgeInactiveCheckInPhotos(
  deps: Pick<CheckInDeps, 'db' | 'storage' | 'log'>,
  before: Date,
): Promise<number> {
  const { users, keys } = await claimInactivePhotos(deps.db, before, USERS_IN_BATCH);
  for (const key of keys) await discardFile(deps, key);
  return users;
}
