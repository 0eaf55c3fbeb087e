import { sql } from 'kysely';
import type { UserSummary } from '#features/account';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PackImageRow } from './pack-image.store.ts';

/** What a list shows of a pack. `cover` is the image of the first tone that has one. */
export type PackSummary = {
  id: string;
  image_count: number;
  cover: Pick<PackImageRow, 'image_key' | 'preview_size' | 'color'> | null;
  bought_count: number | null;
  owner: UserSummary | null;
};

/** Reads the summaries of all these packs in one statement. `tones` is their order. Purchases are counted for the owner only. */
export async function listPackSummaries(
  db: Db | Tx,
  viewerId: string,
  ids: readonly string[],
  tones: readonly string[],
): Promise<ReadonlyMap<string, PackSummary>> {
  const { rows } = await sql<PackSummary>`
    select tone_pack.id,
      (select count(*)::integer from tone_pack_image where pack_id = tone_pack.id) as image_count,
      (select jsonb_build_object('image_key', image_key, 'preview_size', preview_size, 'color', color)
        from tone_pack_image where pack_id = tone_pack.id
        order by array_position(${[...tones]}::text[], tone) limit 1) as cover,
      case when tone_pack.owner_id = ${viewerId} then (
        select count(*)::integer from tone_pack_purchase where pack_id = tone_pack.id) end as bought_count,
      (select jsonb_build_object('id', id, 'full_name', full_name, 'avatar_url', avatar_url, 'is_ai', is_ai)
        from profile where profile.id = tone_pack.owner_id and is_active) as owner
    from tone_pack where tone_pack.id = any (${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
