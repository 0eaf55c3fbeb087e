import { sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';
import { type MosaicRow, sizeOf } from './mosaic.store.ts';

/** A date with tiles, or with a mosaic that is drawn. */
export type MosaicDateRow = {
  date: string;
  drawn: (MosaicRow & { totalParticipants: number }) | null;
  /** Whether the viewer is in a chain on this date. */
  hasOwnTile: boolean;
};

/**
 * Lists the dates up to `lastDate` that have tiles, latest first, at most `limit`.
 *
 * Each date is found from the one after it by an index. Reading the distinct dates of all chains would read all chains.
 */
export async function listMosaicDates(
  db: ReadDb,
  viewerId: string,
  lastDate: string,
  limit: number,
): Promise<MosaicDateRow[]> {
  const { rows } = await sql<{
    date: string;
    image_key: string | null;
    as_of: Date | null;
    image_width: number | null;
    image_height: number | null;
    total_participants: number | null;
    has_own_tile: boolean;
  }>`
    with recursive dated (date, number) as (
      select greatest(
        (select max(chain.date) from chain where chain.date <= ${lastDate}::date),
        (select max(mosaic.date) from mosaic where mosaic.date <= ${lastDate}::date)), 1
      union all
      select greatest(
        (select max(chain.date) from chain where chain.date < dated.date),
        (select max(mosaic.date) from mosaic where mosaic.date < dated.date)), number + 1
      from dated
      where dated.date is not null and number < ${limit}::integer
    )
    select dated.date, mosaic.image_key, mosaic.updated_at as as_of, image_width, image_height, mosaic.total_participants,
      exists (select from chain where chain.user_id = ${viewerId} and chain.date = dated.date) as has_own_tile
    from dated left join mosaic on mosaic.date = dated.date
    where dated.date is not null
    order by dated.date desc`.execute(db);
  return rows.map(({ date, image_key: imageKey, as_of: asOf, image_width, image_height, ...row }) => ({
    date,
    drawn:
      imageKey === null || asOf === null
        ? null
        : { imageKey, asOf, size: sizeOf(image_width, image_height), totalParticipants: row.total_participants ?? 0 },
    hasOwnTile: row.has_own_tile,
  }));
}

/** Counts the users in a chain on each of these dates. Dates without users are missing. */
export async function countTilesOn(db: ReadDb, dates: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ date: string; tiles: number }>`
    select date, count(*)::integer as tiles from chain where date = any (${[...dates]}::date[]) group by date`.execute(
    db,
  );
  return new Map(rows.map(({ date, tiles }) => [date, tiles]));
}
