import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#platform/db/database.ts';
import { type Cost, explainNamed, PLAN_MODES } from '../bench/plans/explain.ts';
import { createRecorder } from '../bench/plans/recorder.ts';

/** What the last statement that a store's function sends costs, by each kind of plan that PostgreSQL may take for it. */
export async function costsOf(databaseUrl: string, work: (db: Db) => Promise<unknown>): Promise<Cost[]> {
  const recorder = createRecorder(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { statement } = await recorder.record(work);
    const costs: Cost[] = [];
    for (const mode of PLAN_MODES) costs.push(await explainNamed(client, statement, mode));
    return costs;
  } finally {
    await Promise.all([client.end(), recorder.close()]);
  }
}

/** Another test may hold a transaction open until a time limit of the product. */
const SETTLING_MS = 20_000;

/**
 * Leaves these tables, or all of them, as they are in peace: analyzed, and with pages that are known to be visible to all.
 * They count as such once the commits of their rows are on disk, which the server of the tests leaves for later: so the first of
 * the two statements is made to wait for it. Without `freeze`, a vacuum skips pages that a checkpoint is writing at that moment,
 * and each new test database is a checkpoint. A transaction that is open meanwhile, or a connection that is being made, to any
 * database of the server, can keep rows from being visible to all: so a vacuum is repeated until they are.
 */
export async function settle(db: Db, ...tables: string[]): Promise<void> {
  const names = sql.join(tables.map((table) => sql.table(table)));
  await db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = on`.execute(connection);
    await sql`analyze ${names}`.execute(connection);
    const deadline = performance.now() + SETTLING_MS;
    do await sql`vacuum (freeze) ${names}`.execute(connection);
    while (performance.now() < deadline && (await hasHiddenPages(connection, tables)));
    await sql`reset synchronous_commit`.execute(connection);
  });
}

async function hasHiddenPages(db: Db, tables: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class
    left join pg_inherits on inhrelid = pg_class.oid
    left join pg_class whole on whole.oid = inhparent
    where pg_class.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and pg_class.relkind = 'r'
      and pg_class.relallvisible < pg_class.relpages
      and (cardinality(${tables}::text[]) = 0 or coalesce(whole.relname, pg_class.relname) = any (${tables}))
    limit 1`.execute(db);
  return rows.length > 0;
}
