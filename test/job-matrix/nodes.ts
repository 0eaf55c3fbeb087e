import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createApp } from '#app/app.ts';
import { readConfig } from '#app/config.ts';
import { createDeps, type Deps } from '#app/deps.ts';
import { pollFor } from '#platform/concurrency/polling.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { checkResponses } from '../check-responses.ts';
import { createTestDatabase } from '../database/database.ts';
import { callOn, createPeople, environmentOf, type Outside, type TestApp } from '../start-test-app.ts';
import { createTestClock } from '../test-clock.ts';
import type { Line } from './fault-proxy.ts';

/** The stored data of a node: a database and a folder of files. */
export type Place = {
  url: string;
  folder: string;
  /** Replaces the content by a copy of `original`, which must have no connections, or by an empty one. Ends all connections. */
  becomeCopyOf(original: Place | null): Promise<void>;
  drop(): Promise<void>;
};

/** Creates a copy of `original`, which must have no connections, or an empty place. */
export async function createPlace(clusterUrl: string, original: Place | null): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-jobs-'));
  const [database] = await Promise.all([
    createTestDatabase(clusterUrl, databaseOf(original)),
    copyFiles(original, folder),
  ]);
  return {
    url: database.url,
    folder,
    becomeCopyOf: async (other) => {
      await Promise.all([database.replace(databaseOf(other)), copyFiles(other, folder)]);
    },
    drop: async () => {
      await Promise.all([database.drop(), rm(folder, { recursive: true })]);
    },
  };
}

function databaseOf(place: Place | null): string | undefined {
  return place === null ? undefined : new URL(place.url).pathname.slice(1);
}

/** Copies files and the key, which nodes read when they start. */
async function copyFiles(original: Place | null, folder: string): Promise<void> {
  await rm(join(folder, 'files'), { recursive: true, force: true });
  if (original !== null) await cp(original.folder, folder, { recursive: true });
}

/** The cron secret of all jobs. */
export const CRON_SECRET = 'secret-of-the-spring';
const SECRETS = Object.fromEntries(
  [
    'WORKOUT_WINDOW_CRON_SECRET',
    'CHAT_CRON_SECRET',
    'DROPS_CRON_SECRET',
    'ENCOURAGEMENT_DROPS_CRON_SECRET',
    'MUSIC_SYNC_CRON_SECRET',
    'LAB_CRON_SECRET',
    'CRON_SECRET',
  ].map((name) => [name, CRON_SECRET]),
);

export type Node = { deps: Deps; close: () => Promise<void> };

/** Starts a node without routes, with its clock at `now`. It connects through `line`, if given. */
export async function startNode(place: Place, outside: Outside, now: Date, line?: Line): Promise<Node> {
  const config = readConfig({ ...environmentOf(place.folder, outside), ...SECRETS, ...(await over(line, outside)) });
  return createDeps({
    config,
    addresses: atOneAddress((await line?.through(place.url, 'database')) ?? place.url),
    clock: createTestClock(now),
    random: systemRandom,
    log: createLogger(config.logLevel),
    version: 'test',
    // A concurrent copy of a database can block a busy disk for seconds.
    connectTimeoutMs: 30_000,
    isDraining: () => false,
    // The channel of the cache would reconnect at once, and `leave` waits until there are no connections.
    cachesAccounts: false,
  });
}

/** Returns the URLs of providers through a line. */
async function over(line: Line | undefined, { ai, music }: Outside): Promise<Record<string, string>> {
  if (line === undefined) return {};
  return {
    AI_BASE_URL: await line.through(ai.url, 'provider'),
    MUSIC_TOKEN_URL: await line.through(music.tokenUrl, 'provider'),
    MUSIC_API_URL: await line.through(music.apiUrl, 'provider'),
  };
}

/** Starts a node with its routes. */
export async function startApp(
  place: Place,
  outside: Outside,
  now: Date,
): Promise<TestApp & { close(): Promise<void> }> {
  const { deps, close } = await startNode(place, outside, now);
  const { server, routes } = createApp(deps, { congestionSample: 0 });
  checkResponses(server);
  await server.ready();
  const call = callOn(server);
  const app = { server, routes, deps, clock: deps.clock as TestApp['clock'], ...outside, databaseUrl: place.url, call };
  return {
    ...app,
    ...createPeople(app),
    close: async () => {
      await server.close();
      await close();
    },
  };
}

/** Waits until PostgreSQL has ended all sessions of a database, so that transactions are rolled back and locks are released. */
export async function untilForgotten({ url }: Place): Promise<void> {
  await onPlace(url, async (client) => {
    const isAlone = async () => {
      const { rowCount } = await client.query(`select from pg_stat_activity where ${IS_HERE}`);
      return rowCount === 0 ? true : undefined;
    };
    if (!(await pollFor(isAlone, { intervalMs: 5, timeoutMs: 60_000 }))) throw new Error('A connection is still open.');
  });
}

/** Ends all connections to a place. A node connects again with its next statement. */
export async function leave(place: Place): Promise<void> {
  await onPlace(place.url, (client) => client.query(`${TERMINATE} where ${IS_HERE}`));
  await untilForgotten(place);
}

/** Ends the sessions that hold the lock of a job. Their node continues. */
export async function endLocks({ url }: Place): Promise<void> {
  const isLock = "query like 'select pg_try_advisory_lock(%'";
  await onPlace(url, (client) => client.query(`${TERMINATE} where ${IS_HERE} and ${isLock}`));
}

const TERMINATE = 'select pg_terminate_backend(pid, 5000) from pg_stat_activity';
const IS_HERE = 'datname = current_database() and pid <> pg_backend_pid()';

async function onPlace(connectionString: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
