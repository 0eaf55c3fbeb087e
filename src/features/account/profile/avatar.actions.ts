import type { Actor } from '#access/actor.ts';
import { discardFile, publicUrlOf } from '#features/media';
import { AppError } from '#platform/errors.ts';
import type { ImageForm, ImageSource } from '#platform/images/images.ts';
import { randomToken } from '#platform/random.ts';
import type { AccountDeps } from '../deps.ts';
import { avatarKey } from './avatar.rules.ts';
import { saveProfile } from './profile.actions.ts';
import type { AvatarForm, OwnProfile } from './profile.schema.ts';

const AVATAR: ImageForm = { width: 512, height: 512, fit: 'cover', format: 'webp' };

/**
 * Stores an image, cropped to a square, as a file that the profile does not name yet. Returns its key. Also throws the errors of
 * `Images.prepare`.
 */
export async function storeAvatar(
  { images, random, storage }: Pick<AccountDeps, 'images' | 'random' | 'storage'>,
  userId: string,
  source: ImageSource,
): Promise<string> {
  const { bytes } = await images.prepare(userId, source, AVATAR);
  const key = avatarKey(userId, randomToken(random));
  await storage.put(key, bytes);
  return key;
}

/**
 * Crops an upload to a square and makes it the actor's avatar. Stores the image before the profile changes and deletes the
 * former one after it: a crash in between leaves an unused file, never a URL without a file.
 */
export async function uploadAvatar(deps: AccountDeps, actor: Actor, { avatar }: AvatarForm): Promise<OwnProfile> {
  const key = await storeAvatar(deps, actor.userId, avatar);
  try {
    return await saveProfile(deps, actor, { avatar_url: publicUrlOf(deps, key) });
  } catch (error) {
    // An AppError means that the profile no longer exists. After any other failure the profile may have changed.
    if (error instanceof AppError) await discardFile(deps, key);
    throw error;
  }
}

export async function removeAvatar(deps: AccountDeps, actor: Actor): Promise<OwnProfile> {
  return saveProfile(deps, actor, { avatar_url: null });
}
