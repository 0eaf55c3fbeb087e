import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('schema_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Throws 25006 if the database is read-only. Locks no row: PostgreSQL rejects the statement before running it. */
export async function checkWritable(db: Db): Promise<void> {
  await sql`select from schema_migration where false for update`.execute(db);
}
