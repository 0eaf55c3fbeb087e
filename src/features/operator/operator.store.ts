import type { Db } from '../../platform/db/database.ts';

export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('schema_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
