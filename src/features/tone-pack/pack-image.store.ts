import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { TonePackImage } from '../../platform/db/tables.generated.ts';
import type { Theme } from './tone-pack.schema.ts';

export type PackImageRow = Selectable<TonePackImage>;

export async function listImagesOf(db: Db, packId: string): Promise<PackImageRow[]> {
  return db.selectFrom('tone_pack_image').selectAll().where('pack_id', '=', packId).execute();
}

/** Whose turn it is to make images of a pack. */
export type Generation = { id: string; packId: string; ownerId: string; theme: Theme };

/** Takes the turn for the owner's pack until `until`; undefined where there is no such pack, or it is somebody's turn. */
export async function claimGeneration(
  db: Db,
  turn: { id: string; packId: string; ownerId: string; now: Date; until: Date },
): Promise<Generation | undefined> {
  const { id, packId, ownerId, now, until } = turn;
  const claimed = await db
    .updateTable('tone_pack')
    .set({ generation_lease_id: id, generation_lease_expires_at: until })
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

/** Gives the turn back, if it has not passed to somebody else. */
export async function updateGenerationAsEnded(db: Db, { id, packId }: Generation): Promise<void> {
  await db
    .updateTable('tone_pack')
    .set({ generation_lease_id: null, generation_lease_expires_at: null })
    .where('id', '=', packId)
    .where('generation_lease_id', '=', id)
    .execute();
}

/** Keeps the pack from being deleted while it is this turn; false where the turn, or the pack, is gone. */
export async function lockGeneration(tx: Tx, { id, packId }: Generation): Promise<boolean> {
  const row = await tx
    .selectFrom('tone_pack')
    .select('id')
    .where('id', '=', packId)
    .where('generation_lease_id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes this the image of its tone. Returns the key of the one that it replaces, or null. */
export async function upsertImage(tx: Tx, image: PackImageRow): Promise<string | null> {
  const { pack_id, tone, image_key, created_at } = image;
  // The turn is held, so nobody else changes the image in between.
  const before = await tx
    .selectFrom('tone_pack_image')
    .select('image_key')
    .where('pack_id', '=', pack_id)
    .where('tone', '=', tone)
    .executeTakeFirst();
  await tx
    .insertInto('tone_pack_image')
    .values({ pack_id, tone, image_key, created_at })
    .onConflict((conflict) => conflict.columns(['pack_id', 'tone']).doUpdateSet({ image_key, created_at }))
    .execute();
  return before?.image_key ?? null;
}
