import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { lockNamed } from '../../platform/db/named-lock.ts';
import type { Coordinates, MosaicStats, SectionStatus, TeamColor } from './mosaic.rules.ts';

/** The picture of a date, and when it was read how its people did. */
export type MosaicRow = { imageKey: string; asOf: Date };

export async function findMosaic(db: Db | Tx, date: string): Promise<MosaicRow | undefined> {
  const row = await db
    .selectFrom('mosaic')
    .select(['image_key', 'updated_at'])
    .where('date', '=', date)
    .executeTakeFirst();
  return row && { imageKey: row.image_key, asOf: row.updated_at };
}

/** Holds the mosaic of a date until the transaction ends, whether there is one or not. */
export async function lockMosaicOf(tx: Tx, date: string): Promise<void> {
  await lockNamed(tx, `mosaic of ${date}`);
}

/** A tile as it was stored, and its person as they are now: null of somebody who is gone. */
export type StoredTile = {
  userId: string;
  status: SectionStatus;
  teamColor: TeamColor;
  isAi: boolean;
  coordinates: Coordinates;
  fullName: string | null;
  isActive: boolean | null;
};

/** Row by row, as they were stored. */
export async function listStoredTiles(db: Db, date: string): Promise<StoredTile[]> {
  const { rows } = await sql<StoredTile>`
    select tile."userId", status, "teamColor", "isAi", coordinates, full_name as "fullName", is_active as "isActive"
    from mosaic
    cross join lateral rows from (
      jsonb_to_recordset(mosaic_data)
        as ("userId" uuid, status text, "teamColor" text, "isAi" boolean, coordinates jsonb)
    ) with ordinality as tile ("userId", status, "teamColor", "isAi", coordinates, position)
    left join profile on profile.id = tile."userId"
    where mosaic.date = ${date}
    order by position`.execute(db);
  return rows;
}

export type MosaicValues = {
  id: string;
  date: string;
  imageKey: string;
  /** The tiles, as JSON. */
  tiles: string;
  stats: MosaicStats;
  asOf: Date;
};

/** Stores the mosaic of a date in place of the one before, and returns its id, which stays. */
export async function upsertMosaic(tx: Tx, mosaic: MosaicValues): Promise<string> {
  const { id, date, imageKey, tiles, stats, asOf } = mosaic;
  const { totalParticipants, completed, failed, pending } = stats;
  const values = {
    image_key: imageKey,
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
