import type { Db, Tx } from '#platform/db/database.ts';
import type { Theme } from '../pack/pack.schema.ts';

/** A lease on the generation of images of a pack. */
export type GenerationLease = { id: string; packId: string; ownerId: string; theme: Theme };

/** Leases the generation for the owner's pack. Returns undefined if there is no such pack or it is leased. */
export async function claimGenerationLease(
  db: Db,
  lease: { id: string; packId: string; ownerId: string; now: Date; expiresAt: Date },
): Promise<GenerationLease | undefined> {
  const { id, packId, ownerId, now, expiresAt } = lease;
  const claimed = await db
    .updateTable('tone_pack')
    .set({ generation_lease_id: id, generation_lease_expires_at: expiresAt })
    .where('id', '=', packId)
    .where('owner_id', '=', ownerId)
    .where('unlisted_at', 'is', null)
    .where((where) =>
      where.or([where('generation_lease_expires_at', 'is', null), where('generation_lease_expires_at', '<=', now)]),
    )
    .returning('theme')
    .executeTakeFirst();
  return claimed && { id, packId, ownerId, theme: claimed.theme };
}

/** Ends the lease if it is still the current one. */
export async function deleteGenerationLease(db: Db, { id, packId }: GenerationLease): Promise<void> {
  await db
    .updateTable('tone_pack')
    .set({ generation_lease_id: null, generation_lease_expires_at: null })
    .where('id', '=', packId)
    .where('generation_lease_id', '=', id)
    .execute();
}

/** Locks the pack against deletion. Returns false if the pack or the lease is gone. */
export async function lockGenerationLease(tx: Tx, { id, packId }: GenerationLease): Promise<boolean> {
  const row = await tx
    .selectFrom('tone_pack')
    .select('id')
    .where('id', '=', packId)
    .where('generation_lease_id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
