import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { partitionNotifications } from '#platform/db/partitions.ts';
import { storeZoneData } from '#platform/db/zone-data.ts';

/** Returns the connection string of a database of the cluster. */
export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Creates the migrated database that `createTestDatabase` clones. Returns its connection string. */
export async function createTemplate(clusterUrl: string): Promise<string> {
  await onCluster(clusterUrl, 'drop database if exists meadow_template');
  await onCluster(clusterUrl, 'create database meadow_template');
  const url = databaseUrl(clusterUrl, 'meadow_template');
  await migrate(url, MIGRATIONS);
  await storeZoneData(url, [], new Date(0));
  // The maintenance job does this on the next day.
  await partitionNotifications(url, 0);
  return url;
}

/**
 * Creates a database for a test file: a clone of the migrated one, or of another one without connections. `replace` makes it a new
 * clone, and `drop` deletes it. Both end all connections to it.
 */
export async function createTestDatabase(
  clusterUrl: string,
  template = 'meadow_template',
): Promise<{ url: string; replace: (template?: string) => Promise<void>; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // `file_copy` takes a third less time than `wal_log`.
  const create = (original: string) =>
    onCluster(clusterUrl, `create database ${name} template ${original} strategy file_copy`);
  const drop = () => onCluster(clusterUrl, `drop database ${name} with (force)`);
  await create(template);
  return {
    url: databaseUrl(clusterUrl, name),
    replace: async (other = 'meadow_template') => {
      await drop();
      await create(other);
    },
    drop,
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
