import type { Actor } from '#access/actor.ts';
import { notify } from '#features/notification';
import type { Tx } from '#platform/db/database.ts';
import type { TonePackDeps } from '../deps.ts';
import { requirePack } from '../pack/pack.actions.ts';
import { tonePackErrors } from '../pack/pack.schema.ts';
import { packShared } from '../pack-notification.template.ts';
import { type NewShare, type Share, shareErrors } from './share.schema.ts';
import { deleteShare, deleteUserShare, upsertEmailShare, upsertUserShare } from './share.store.ts';

/**
 * Shares an own pack with a user, by id or email address. A repeated call returns the existing share. With an email address the
 * result does not reveal whether a user has it.
 */
export async function sharePack(deps: TonePackDeps, actor: Actor, id: string, input: NewShare): Promise<Share> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  if (access !== 'own') throw tonePackErrors.notOwner();
  const { user_id: userId, email } = input;
  const share = { id: deps.ids.next(), packId: pack.id, ownerId: actor.userId, now: deps.clock.now() };
  if (email !== undefined && userId === undefined) {
    const stored = await deps.db.transaction().execute(async (tx) => {
      const emailShare = await upsertEmailShare(tx, { ...share, email });
      if (emailShare !== undefined) await notifyOfShare(deps, tx, pack, actor, emailShare);
      return emailShare;
    });
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
  const shared = await deps.db.transaction().execute(async (tx) => {
    const userShare = await upsertUserShare(tx, { ...share, userId });
    if (userShare !== undefined)
      await notifyOfShare(deps, tx, pack, actor, { ...userShare, user_ids: [userShare.user_id] });
    return userShare;
  });
  if (shared === undefined) throw shareErrors.userNotFound();
  return {
    id: shared.id,
    pack_id: pack.id,
    user_id: shared.user_id,
    email: null,
    created_at: shared.created_at.toISOString(),
  };
}

async function notifyOfShare(
  deps: TonePackDeps,
  tx: Tx,
  pack: { id: string; name: string },
  owner: Actor,
  { user_ids, owner_name }: { user_ids: readonly string[]; owner_name: string },
): Promise<void> {
  await notify(
    deps,
    tx,
    user_ids.map((userId) => packShared(pack, userId, { id: owner.userId, name: owner_name })),
  );
}

/** Ends a share, by the id of the user or of the share. The owner can end any share, other users their own. */
export async function unsharePack(deps: TonePackDeps, actor: Actor, id: string, shareOrUserId: string): Promise<void> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  const isOwner = access === 'own';
  if (!isOwner && shareOrUserId.toLowerCase() !== actor.userId) throw tonePackErrors.notOwner();
  const isDeleted =
    (await deleteUserShare(deps.db, pack.id, shareOrUserId)) ||
    (isOwner && (await deleteShare(deps.db, pack.id, shareOrUserId)));
  if (!isDeleted) throw shareErrors.notShared();
}
