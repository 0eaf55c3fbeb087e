import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { ImageForm, Images } from '../../platform/images/images.ts';
import { type Random, randomToken } from '../../platform/random.ts';
import { discardFile, publicAddressOf } from '../media/index.ts';
import { type AccountDeps, saveProfile } from './account.actions.ts';
import type { OwnProfile } from './account.schema.ts';
import { avatarKey } from './avatar.rules.ts';
import type { AvatarForm } from './avatar.schema.ts';

export type AvatarDeps = AccountDeps & {
  images: Images;
  random: Random;
  /** Where uploads are while their requests are under way. */
  uploadFolder: string;
};

const AVATAR: ImageForm = { width: 512, height: 512, fit: 'cover', format: 'webp' };

/**
 * Makes a square picture of what was sent, and the actor's avatar of it, in place of the one before. The profile changes when
 * the picture is stored, and the one before goes when the profile has changed: a crash in between leaves a file that nothing
 * leads to, never an address that leads to nothing. Throws the refusals of `Images.prepare`, or `storage.unavailable`.
 */
export async function uploadAvatar(deps: AvatarDeps, actor: Actor, { avatar }: AvatarForm): Promise<OwnProfile> {
  const { bytes } = await deps.images.prepare(actor.userId, avatar, AVATAR);
  const unguessable = randomToken(deps.random);
  const key = avatarKey(actor.userId, unguessable);
  await deps.storage.put(key, bytes);
  try {
    return await saveProfile(deps, actor, { avatar_url: publicAddressOf(deps, key) });
  } catch (error) {
    // A refusal says that the profile is gone. After any other failure it may have changed all the same.
    if (error instanceof AppError) await discardFile(deps, key);
    throw error;
  }
}

/** Leaves the actor without an avatar, wherever that one was. */
export async function removeAvatar(deps: AccountDeps, actor: Actor): Promise<OwnProfile> {
  return saveProfile(deps, actor, { avatar_url: null });
}
