import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@meadow/embedded-postgres';
import pg from 'pg';
import { createClusterFolder } from './cluster.ts';
import { createTemplate } from './database.ts';

export type ReplicatedCluster = {
  /** The connection string of the primary. The path is a maintenance database. */
  url: string;
  replicas: readonly Replica[];
  close(): Promise<void>;
};

export type Replica = {
  url: string;
  /** Pauses replay, like a conflict or a busy disk. The replica still receives the log. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a primary with the template of `createTestDatabase`, and replicas that stream from it. */
export async function startReplicatedCluster(count: number): Promise<ReplicatedCluster> {
  const folder = await createClusterFolder('meadow-replicas-');
  const place = (name: string) => join(folder, name);
  const startOn = (name: string) =>
    startEmbeddedPostgres({ directory: place(name), database: 'postgres', durable: false });

  // The files of a stopped cluster are a base backup.
  await startOn('primary').then(({ stop }) => stop());
  const names = Array.from({ length: count }, (_, index) => `replica-${index + 1}`);
  for (const name of names) await promisify(execFile)('cp', ['-a', place('primary'), place(name)]);

  const primary = await startOn('primary');
  const { hostname, port, username, password } = new URL(primary.connectionString);
  // Temporary clusters acknowledge commits before their log is flushed. Production does not.
  await query(primary.connectionString, `alter role ${username} set synchronous_commit = on`);
  const servers = [primary];
  for (const name of names) {
    const data = join(place(name), 'data');
    const source = `host=${hostname} port=${port} user=${username} password=${password}`;
    await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    await promisify(execFile)('cp', ['-a', join(data, 'PG_VERSION'), join(data, 'standby.signal')]);
    servers.push(await startOn(name));
  }
  await createTemplate(primary.connectionString);
  return {
    url: primary.connectionString,
    replicas: servers.slice(1).map(({ connectionString: url, stop }) => ({
      url,
      pauseReplay: () => query(url, 'select pg_wal_replay_pause()'),
      resumeReplay: () => query(url, 'select pg_wal_replay_resume()'),
      promote: () => query(url, 'select pg_promote()'),
      stop,
    })),
    close: async () => {
      for (const { stop } of servers) await stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
