import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Generates a new key for a user and returns it. */
export async function updateJournalKey(db: Db, id: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ inbound_key: string }>`
    update profile set inbound_key = default, updated_at = ${now} where id = ${id} returning inbound_key`.execute(db);
  return rows[0]?.inbound_key;
}

/** The ids of the active users with these keys. */
export async function listUserIdsByJournalKey(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from profile where inbound_key = any (${[...keys]}::text[]) and is_active and not is_ai`.execute(db);
  return rows.map(({ id }) => id);
}
