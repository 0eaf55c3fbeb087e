import type { Actor } from '#access/actor.ts';
import { activateTonePack, deactivateTonePack, type OwnProfile } from '#features/account';
import type { TonePackDeps } from '../deps.ts';
import { requirePack } from '../pack/pack.actions.ts';
import { canActivate } from '../pack/pack.rules.ts';
import { activationErrors } from './activation.schema.ts';

/** Activates a pack: its images appear with the actor's entries. */
export async function activatePack(deps: TonePackDeps, actor: Actor, id: string): Promise<OwnProfile> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  if (!canActivate(access)) throw activationErrors.notYoursToUse();
  return activateTonePack(deps, actor, pack.id);
}

/** Deactivates the pack if it is the actor's active one, even if it was deleted. */
export async function deactivatePack(deps: TonePackDeps, actor: Actor, id: string): Promise<void> {
  await deactivateTonePack(deps, actor, id);
}
