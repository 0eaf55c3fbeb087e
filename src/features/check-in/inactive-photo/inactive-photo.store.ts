import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/**
 * Claims the check-in photos of up to `limit` users who have been inactive since before an instant. The check-ins stay. Returns the number of
 * users and the keys of the files, which the caller deletes.
 */
export async function claimInactivePhotos(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ users: number; keys: string[] }> {
  const { rows } = await sql<{ users: number; keys: string[] }>`
    with inactive as (
      update profile set photos_inactive_since = null
      where id in (
        select id from profile where photos_inactive_since < ${before}
        order by photos_inactive_since limit ${limit} for no key update skip locked
      )
      returning id
    ), photo as (
      select check_in.id, photo_key, tile_key from check_in join inactive on inactive.id = user_id
      where photo_key is not null
    ), cleared as (
      update check_in set photo_key = null, tile_key = null, photo_digest = null, photo_fingerprint = null, photo_bits = null,
        photo_width = null, photo_height = null, photo_color = null
      from photo where photo.id = check_in.id
    )
    select (select count(*)::integer from inactive) as users,
      (select coalesce(array_agg(key), '{}') from photo, unnest(array_remove(array[photo_key, tile_key], null)) as key) as keys`.execute(
    db,
  );
  return rows[0] ?? { users: 0, keys: [] };
}
