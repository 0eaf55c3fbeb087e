import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '../database/cluster.ts';
import { createTemplate } from '../database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the cluster of this run is; the path names its maintenance database. */
    clusterUrl: string;
    /** The columns of each table. */
    tableColumns: Record<string, string[]>;
  }
}

/** One cluster for the run, with a migrated database that each test file clones. TEST_DATABASE_URL names another server. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster(process.env.TEST_DATABASE_URL);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  // What a query costs depends on what has been vacuumed and analyzed, which is for the test to say. A server that is somebody
  // else's stays as it is.
  if (!process.env.TEST_DATABASE_URL) {
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
  }
  await client.end();
  const templateUrl = await createTemplate(cluster.url);
  project.provide('clusterUrl', cluster.url);
  project.provide('tableColumns', await readTableColumns(templateUrl));
  return cluster.close;
}

async function readTableColumns(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name`);
  await client.end();
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}
