import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('schema_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Throws 25006 where the database takes no writes. It locks nothing, and is refused there before it is run. */
export async function checkWritable(db: Db): Promise<void> {
  await sql`select from schema_migration where false for update`.execute(db);
}
