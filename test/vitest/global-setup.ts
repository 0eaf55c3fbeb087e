import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '../database/cluster.ts';
import { createTemplate } from '../database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the cluster of this run. The path is a maintenance database. */
    clusterUrl: string;
  }
}

/** Starts the cluster of a run, or uses TEST_DATABASE_URL, and creates the migrated database that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster(process.env.TEST_DATABASE_URL);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  // Plans depend on vacuum and analyze, which each test controls. The settings of an external server are not changed.
  if (!process.env.TEST_DATABASE_URL) {
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
  }
  await client.end();
  await createTemplate(cluster.url);
  project.provide('clusterUrl', cluster.url);
  return cluster.close;
}
