import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { TonePackImage } from '#platform/db/tables.generated.ts';

export type PackImageRow = Selectable<TonePackImage>;

export async function listImagesOf(db: Db, packId: string): Promise<PackImageRow[]> {
  return db.selectFrom('tone_pack_image').selectAll().where('pack_id', '=', packId).execute();
}

/** Stores the image of a tone. Returns the key of the replaced image, or null. The caller holds the lock of the pack. */
export async function upsertImage(tx: Tx, image: PackImageRow): Promise<string | null> {
  const { pack_id, tone, ...values } = image;
  const before = await tx
    .selectFrom('tone_pack_image')
    .select('image_key')
    .where('pack_id', '=', pack_id)
    .where('tone', '=', tone)
    .executeTakeFirst();
  await tx
    .insertInto('tone_pack_image')
    .values(image)
    .onConflict((conflict) => conflict.columns(['pack_id', 'tone']).doUpdateSet(values))
    .execute();
  return before?.image_key ?? null;
}
