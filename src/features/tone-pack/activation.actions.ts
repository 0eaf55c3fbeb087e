import type { Actor } from '../../access/actor.ts';
import { type AccountDeps, activateTonePack, deactivateTonePack, type OwnProfile } from '../account/index.ts';
import { activationErrors } from './activation.schema.ts';
import { requirePack } from './tone-pack.actions.ts';
import { canActivate } from './tone-pack.rules.ts';

export type ActivationDeps = AccountDeps;

/**
 * Makes a pack that the actor may use the one whose images go with their entries. Throws `tone-pack.not-found` or
 * `tone-pack.not-yours-to-use`.
 */
export async function activatePack(deps: ActivationDeps, actor: Actor, id: string): Promise<OwnProfile> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  if (!canActivate(access)) throw activationErrors.notYoursToUse();
  return activateTonePack(deps, actor, pack.id);
}

/** Leaves the actor without an active pack if it is this one, whether it is still there or not. */
export async function deactivatePack(deps: ActivationDeps, actor: Actor, id: string): Promise<void> {
  await deactivateTonePack(deps, actor, id);
}
