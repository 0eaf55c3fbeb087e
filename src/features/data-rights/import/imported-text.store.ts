import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** Counts text that a user imports. Returns false, and counts nothing, if the total would exceed `maxBytes`. */
export async function claimImportedText(tx: Tx, userId: string, bytes: number, maxBytes: number): Promise<boolean> {
  const { rows } = await sql`
    insert into imported_text as counted (user_id, bytes)
    select ${userId}::uuid, ${bytes}::bigint where ${bytes}::bigint <= ${maxBytes}::bigint
    on conflict (user_id) do update set bytes = counted.bytes + excluded.bytes
      where counted.bytes + excluded.bytes <= ${maxBytes}::bigint
    returning bytes`.execute(tx);
  return rows.length > 0;
}

/** The text that the user has imported, in bytes. */
export async function findImportedText(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('imported_text').select('bytes').where('user_id', '=', userId).executeTakeFirst();
  return Number(row?.bytes ?? 0);
}
