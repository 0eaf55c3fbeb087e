import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** What a user has imported in total: text in bytes, and photos with all other pictures. */
export type ImportedAmount = { bytes: number; photos: number };

/** Counts what a user imports. Returns false, and counts nothing, if a total would exceed its maximum. */
export async function claimImported(
  tx: Tx,
  userId: string,
  { bytes, photos }: ImportedAmount,
  max: ImportedAmount,
): Promise<boolean> {
  const { rows } = await sql`
    insert into imported_text as counted (user_id, bytes, photos)
    select ${userId}::uuid, ${bytes}::bigint, ${photos}::int
    where ${bytes}::bigint <= ${max.bytes}::bigint and ${photos}::int <= ${max.photos}::int
    on conflict (user_id) do update set bytes = counted.bytes + excluded.bytes, photos = counted.photos + excluded.photos
      where counted.bytes + excluded.bytes <= ${max.bytes}::bigint and counted.photos + excluded.photos <= ${max.photos}::int
    returning user_id`.execute(tx);
  return rows.length > 0;
}

export async function findImported(db: Db, userId: string): Promise<ImportedAmount> {
  const query = db.selectFrom('imported_text').select(['bytes', 'photos']).where('user_id', '=', userId);
  const { bytes = 0, photos = 0 } = (await query.executeTakeFirst()) ?? {};
  return { bytes: Number(bytes), photos };
}
