import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { MIGRATIONS } from '../src/deps.ts';
import { migrate } from '../src/platform/db/migrations.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { databaseUrl } from './database.ts';

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
  await client.query('drop database if exists meadow_template');
  await client.query('create database meadow_template');
  await client.end();
  await migrate(databaseUrl(cluster.url, 'meadow_template'), MIGRATIONS);
  project.provide('clusterUrl', cluster.url);
  return cluster.close;
}

async function openCluster(external: string | undefined): Promise<{ url: string; close: () => Promise<void> }> {
  if (external) return { url: external, close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'meadow-test-'));
  // Where root runs the tests, the server runs as somebody else, who must be able to pass through.
  await chmod(folder, 0o755);
  const cluster = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    database: 'postgres',
    durable: false,
  });
  const close = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: cluster.connectionString, close };
}
