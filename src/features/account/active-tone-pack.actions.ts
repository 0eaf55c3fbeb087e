import type { Actor } from '../../access/actor.ts';
import { type AccountDeps, saveProfile } from './account.actions.ts';
import type { OwnProfile } from './account.schema.ts';
import { updateWithoutActiveTonePack } from './active-tone-pack.store.ts';

/** Notes in the actor's profile which pack they use; whether they may is the caller's to know. */
export async function activateTonePack(deps: AccountDeps, actor: Actor, packId: string): Promise<OwnProfile> {
  return saveProfile(deps, actor, {}, { active_tone_pack_id: packId });
}

/** Leaves the actor without an active pack, if it is this one. */
export async function deactivateTonePack(deps: AccountDeps, actor: Actor, packId: string): Promise<void> {
  await updateWithoutActiveTonePack(deps.db, actor.userId, packId.toLowerCase(), deps.clock.now());
}
