import { sql } from 'kysely';
import { closeBatches, fetchInBatches } from '#platform/db/cursor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { FilesOfRows } from '#platform/db/table/table-facts.ts';

/** The keys of all files that must exist, in batches. */
export async function* fetchNamedKeys(tx: Tx, files: readonly FilesOfRows[], size: number): AsyncGenerator<string[]> {
  const required = files.flatMap((one) => one.required ?? []);
  const keys = sql<{ key: string }>`${sql.join(required, sql` union all `)}`;
  for await (const rows of fetchInBatches(tx, keys, size)) yield rows.map(({ key }) => key);
  await closeBatches(tx);
}

/** Lists those of the keys that no row names. Keys of other folders count as named. */
export async function listOrphanKeys(
  db: Db,
  files: readonly FilesOfRows[],
  keys: readonly string[],
): Promise<string[]> {
  const folders = [...new Set(files.map(({ folder }) => folder))];
  const cases = folders.map(
    (folder) =>
      sql`when ${folder} then ${sql.join(
        files.flatMap((one) => (one.folder === folder ? [one.isNamed] : [])),
        sql` or `,
      )}`,
  );
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) as file (key)
    where not case split_part(file.key, '/', 1) ${sql.join(cases, sql` `)} else true end`.execute(db);
  return rows.map(({ key }) => key);
}

/** Lists the keys of all files of a user. */
export async function listFileKeys(db: Db, files: readonly FilesOfRows[], userId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`${sql.join(
    files.flatMap(({ ofUser }) => ofUser?.(userId) ?? []),
    sql` union all `,
  )}`.execute(db);
  return rows.map(({ key }) => key);
}
