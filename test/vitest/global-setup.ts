import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '../database/cluster.ts';
import { createTemplate } from '../database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the cluster of this run is; the path names its maintenance database. */
    clusterUrl: string;
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
  await createTemplate(cluster.url);
  project.provide('clusterUrl', cluster.url);
  return cluster.close;
}
