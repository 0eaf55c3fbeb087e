import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The address of another database of the same cluster. */
export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** A database of its own for a test file: a clone of the migrated template, or an empty one. `drop` removes it. */
export async function createTestDatabase(
  clusterUrl: string,
  template: 'meadow_template' | 'template0' = 'meadow_template',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onCluster(clusterUrl, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(clusterUrl, name),
    drop: () => onCluster(clusterUrl, `drop database ${name} with (force)`),
  };
}

async function onCluster(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
