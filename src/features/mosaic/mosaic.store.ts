import { sql } from 'kysely';
import type { Db, ReadDb, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';
import { executeRead, mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { MosaicStats, SectionStatus, TeamColor } from './mosaic.rules.ts';

/** The image of a date, and the instant of the states it shows. `size` is null until its other forms are stored. */
export type MosaicRow = { imageKey: string; asOf: Date; size: ImageSize | null };

export type ImageSize = { width: number; height: number };

export function selectMosaic(db: Db, date: string): Read<MosaicRow | undefined> {
  const query = db
    .selectFrom('mosaic')
    .select(['image_key', 'updated_at', 'image_width', 'image_height'])
    .where('date', '=', date);
  return mapRead(
    toRead(query, { updated_at: true }),
    ([row]) =>
      row && { imageKey: row.image_key, asOf: row.updated_at, size: sizeOf(row.image_width, row.image_height) },
  );
}

export async function findMosaic(db: Db, date: string): Promise<MosaicRow | undefined> {
  return executeRead(db, selectMosaic(db, date));
}

export function sizeOf(width: number | null, height: number | null): ImageSize | null {
  return width === null || height === null ? null : { width, height };
}

/** Locks the mosaic of a date until the transaction ends, whether it exists or not. */
export async function lockMosaicOf(tx: Tx, date: string): Promise<void> {
  await lockNamed(tx, `mosaic of ${date}`);
}

/** The sections of a mosaic serialized as JSON, row by row, with their counts. */
export type WrittenSections = { sections: string; stats: MosaicStats };

/**
 * Finds the stored sections of a date with current names. `nameless` replaces names of inactive and deleted users.
 *
 * PostgreSQL writes the JSON, so that it does not block the event loop.
 */
export async function findStoredSections(
  db: ReadDb,
  date: string,
  nameless: string,
): Promise<WrittenSections | undefined> {
  const { rows } = await sql<WrittenSections>`
    select coalesce(written.sections, '[]') as sections, json_build_object('totalParticipants', total_participants,
      'completed', completed_count, 'failed', failed_count, 'pending', pending_count) as stats
    from mosaic
    cross join lateral (
      select '[' || string_agg(json_build_object('userId', "userId",
        'userName', case when is_active or deleted_at is not null then full_name else ${nameless} end, 'status', status,
        'coordinates', coordinates, 'teamColor', "teamColor", 'isAi', "isAi")::text, ',' order by position) || ']'
      from rows from (
        jsonb_to_recordset(mosaic_data)
          as ("userId" uuid, status text, "teamColor" text, "isAi" boolean, coordinates jsonb)
      ) with ordinality as tile ("userId", status, "teamColor", "isAi", coordinates, position)
      left join profile on profile.id = "userId"
    ) as written (sections)
    where date = ${date}`.execute(db);
  return rows[0];
}

export type StoredTile = { userId: string; status: SectionStatus; teamColor: TeamColor; isAi: boolean };

/** Lists the stored tiles of a date whose users are no longer in a chain of it. */
export async function listTilesWithoutChain(db: Db, date: string): Promise<StoredTile[]> {
  const { rows } = await sql<StoredTile>`
    select "userId", status, "teamColor", "isAi"
    from mosaic
    cross join lateral jsonb_to_recordset(mosaic_data)
      as tile ("userId" uuid, status text, "teamColor" text, "isAi" boolean)
    where mosaic.date = ${date}
      and not exists (select from chain where chain.user_id = "userId" and chain.date = mosaic.date)`.execute(db);
  return rows;
}

export type MosaicValues = {
  id: string;
  date: string;
  imageKey: string;
  size: ImageSize;
  /** The tiles, serialized as JSON. */
  tiles: string;
  stats: MosaicStats;
  asOf: Date;
};

/** Stores the mosaic of a date, replacing the previous one. Returns its id, which does not change. */
export async function upsertMosaic(tx: Tx, mosaic: MosaicValues): Promise<string> {
  // Compressing 16 MB (100,000 tiles) can exceed the statement timeout of requests on a busy database.
  await sql`set local statement_timeout = '60s'`.execute(tx);
  const { id, date, imageKey, size, tiles, stats, asOf } = mosaic;
  const { totalParticipants, completed, failed, pending } = stats;
  const values = {
    image_key: imageKey,
    image_width: size.width,
    image_height: size.height,
    forms_lease_expires_at: null,
    mosaic_data: tiles,
    total_participants: totalParticipants,
    completed_count: completed,
    failed_count: failed,
    pending_count: pending,
    updated_at: asOf,
  };
  const row = await tx
    .insertInto('mosaic')
    .values({ id, date, created_at: asOf, ...values })
    .onConflict((conflict) => conflict.column('date').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Leases the latest of these mosaics whose image has no other forms, at most `limit`. */
export async function claimFormlessMosaics(
  db: Db,
  dates: readonly string[],
  { now, expiresAt, limit }: { now: Date; expiresAt: Date; limit: number },
): Promise<{ date: string; imageKey: string }[]> {
  const { rows } = await sql<{ date: string; imageKey: string }>`
    update mosaic set forms_lease_expires_at = ${expiresAt}
    where id in (
      select id from mosaic
      where date = any (${[...dates]}::date[]) and image_width is null
        and (forms_lease_expires_at is null or forms_lease_expires_at <= ${now})
      order by date desc limit ${limit}
      for update skip locked
    )
    returning date, image_key as "imageKey"`.execute(db);
  return rows;
}

/** Stores that the image has its other forms. Returns false if it was replaced. */
export async function updateImageSize(db: Db, imageKey: string, { width, height }: ImageSize): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mosaic')
    .set({ image_width: width, image_height: height, forms_lease_expires_at: null })
    .where('image_key', '=', imageKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the stored tiles of a date with the photos that their users show now. */
export async function listStoredTiles(db: Db, date: string): Promise<(StoredTile & { tileKey: string | null })[]> {
  const { rows } = await sql<StoredTile & { tileKey: string | null }>`
    select "userId", tile.status, "teamColor", "isAi",
      case when profile.is_active and preferences -> 'mosaic_photo' is not distinct from 'true' then tile_key end as "tileKey"
    from mosaic
    cross join lateral jsonb_to_recordset(mosaic_data)
      as tile ("userId" uuid, status text, "teamColor" text, "isAi" boolean)
    left join profile on profile.id = "userId"
    left join check_in on check_in.user_id = "userId" and check_in.date = mosaic.date
    where mosaic.date = ${date}
    order by "userId"`.execute(db);
  return rows;
}

export type TilePhoto = { userId: string; key: string; color: string | null };

/** Lists the thumbnails of verified check-ins of active users in a chain on a date, who show their photos in mosaics. */
export async function listTilePhotos(db: ReadDb, date: string): Promise<TilePhoto[]> {
  const { rows } = await sql<TilePhoto>`
    select check_in.user_id as "userId", tile_key as key, photo_color as color
    from check_in
    join chain on chain.user_id = check_in.user_id and chain.date = check_in.date
    join profile on profile.id = check_in.user_id
    where check_in.date = ${date} and check_in.status = 'verified' and tile_key is not null
      and profile.is_active and preferences -> 'mosaic_photo' is not distinct from 'true'
    order by check_in.user_id`.execute(db);
  return rows;
}
