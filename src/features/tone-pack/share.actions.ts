import type { Actor } from '../../access/actor.ts';
import { type NewShare, type Share, shareErrors } from './share.schema.ts';
import { deleteShare, deleteShareWith, insertShareWithPerson, upsertShareWithAddress } from './share.store.ts';
import { requirePack, type TonePackDeps } from './tone-pack.actions.ts';
import { tonePackErrors } from './tone-pack.schema.ts';

/**
 * Lets somebody see and use the owner's pack; shared once more, it stays as it was. By an e-mail address the answer is the
 * same whether anybody has it or not. Throws `tone-pack.not-found`, `tone-pack.not-owner`, or one of `shareErrors`.
 */
export async function sharePack(deps: TonePackDeps, actor: Actor, id: string, asked: NewShare): Promise<Share> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  if (access !== 'own') throw tonePackErrors.notOwner();
  const { user_id: userId, email } = asked;
  const share = { id: deps.ids.next(), packId: pack.id, ownerId: actor.userId, now: deps.clock.now() };
  if (email !== undefined && userId === undefined) {
    const stored = await upsertShareWithAddress(deps.db, { ...share, email });
    if (stored === undefined) throw tonePackErrors.notFound();
    return {
      id: stored.id,
      pack_id: pack.id,
      user_id: null,
      email,
      created_at: stored.created_at.toISOString(),
    };
  }
  if (userId === undefined || email !== undefined) throw shareErrors.withOne();
  if (userId.toLowerCase() === actor.userId) throw shareErrors.withOneself();
  const shared = await insertShareWithPerson(deps.db, { ...share, userId });
  if (shared === undefined) throw shareErrors.personNotFound();
  return {
    id: shared.id,
    pack_id: pack.id,
    user_id: shared.user_id,
    email: null,
    created_at: shared.created_at.toISOString(),
  };
}

/**
 * Ends a share, by the id of the person or of the share itself: the owner any, others their own. Throws `tone-pack.not-found`, `tone-pack.not-owner` or
 * `tone-pack.not-shared`.
 */
export async function unsharePack(deps: TonePackDeps, actor: Actor, id: string, shareOrUserId: string): Promise<void> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  const isOwner = access === 'own';
  if (!isOwner && shareOrUserId.toLowerCase() !== actor.userId) throw tonePackErrors.notOwner();
  const isEnded =
    (await deleteShareWith(deps.db, pack.id, shareOrUserId)) ||
    (isOwner && (await deleteShare(deps.db, pack.id, shareOrUserId)));
  if (!isEnded) throw shareErrors.notShared();
}
