import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Photo } from '#platform/db/tables.generated.ts';
import type { PHOTO_SIDES } from './photo.schema.ts';

export type PhotoSizes = Record<keyof typeof PHOTO_SIDES, { width: number; height: number }>;

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'photo.sizes': PhotoSizes;
  }
}

export type PhotoRow = Pick<Selectable<Photo>, 'id' | 'key' | 'color' | 'sizes' | 'created_at'>;

/** The photos of an entry in their order, with the id of the entry. JSON has no dates. */
export type PhotosOfEntry = { id: string; photos: (Omit<PhotoRow, 'created_at'> & { created_at: string })[] };

/** What is needed to delete a photo. */
export type PhotoFiles = Pick<PhotoRow, 'id' | 'key'>;

/** Inserts a photo that no entry contains. Returns false if the user has `max` of them. The caller locks the journal. */
export async function insertPhoto(
  tx: Tx,
  {
    id,
    userId,
    key,
    color,
    sizes,
    now,
    expiresAt,
  }: Omit<PhotoRow, 'created_at'> & { userId: string; now: Date; expiresAt: Date },
  max: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into photo (id, user_id, key, color, sizes, created_at, expires_at)
    select ${id}, ${userId}, ${key}, ${color}, ${JSON.stringify(sizes)}::jsonb, ${now}::timestamptz, ${expiresAt}::timestamptz
    where (select count(*) from photo where user_id = ${userId} and expires_at > ${now}) < ${max}
    returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Gives the entry of the user these photos in this order, and detaches its other photos until `expiresAt`. Returns false if one of them
 * is not available. The caller locks the journal, or no other request knows the photos.
 */
export async function claimPhotos(
  tx: Tx,
  {
    userId,
    entryId,
    photoIds,
    now,
    expiresAt,
  }: { userId: string; entryId: string; photoIds: readonly string[]; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      select id, position from unnest(${[...photoIds]}::uuid[]) with ordinality as given (id, position)
    ), detached as (
      update photo set entry_id = null, position = null, expires_at = ${expiresAt}
      where entry_id = ${entryId} and user_id = ${userId} and id not in (select id from given)
    )
    update photo set entry_id = ${entryId}, position = given.position, expires_at = null
    from given
    where photo.id = given.id and user_id = ${userId} and (entry_id = ${entryId} or expires_at > ${now})
    returning photo.id`.execute(tx);
  return rows.length === photoIds.length;
}

/**
 * Selects the photos of entries as JSON. `entries` selects their `id` and `user_id`: an id belongs to the photos of its owner only, since
 * clients make ids of entries.
 */
export function photosOf(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('id', entry_id, 'photos', photos)), '[]')
    from (
      select entry_id, jsonb_agg(jsonb_build_object(
        'id', photo.id, 'key', key, 'color', color, 'sizes', sizes, 'created_at', created_at) order by position) as photos
      from (${entries}) entry
      join photo on photo.entry_id = entry.id and photo.user_id = entry.user_id
      group by entry_id
    ) as of_entry`;
}

/**
 * The table `detached`: detaches the photos of the entries in the table `deleted`, which has the columns `id` and `user_id`. They have
 * expired, so no entry can take them again.
 */
export const detachedPhotos = sql`detached as (
  update photo set entry_id = null, position = null, expires_at = 'epoch'
  from deleted where photo.entry_id = deleted.id and photo.user_id = deleted.user_id
  returning photo.id, photo.key, deleted.id as entry_id)`;

/** The photos in the table `detached` of the row of the table `deleted`, as JSON. */
export const photosOfDeleted = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', detached.id, 'key', key)), '[]')
  from detached where entry_id = deleted.id)`;

/** Lists photos that expired before an instant, and those of deleted users. */
export async function listUnusedPhotos(db: Db, expiredBefore: Date, limit: number): Promise<PhotoFiles[]> {
  const { rows } = await sql<PhotoFiles>`
    select id, key from photo where expires_at < ${expiredBefore}
    union
    select id, key from photo where user_id is null
    limit ${limit}`.execute(db);
  return rows;
}

/** Deletes photos whose files are deleted. */
export async function deletePhotoRows(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('photo').where('id', 'in', ids).execute();
}
