import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findRunningEmbeddedPostgres } from '@meadow/embedded-postgres';
import pg from 'pg';

/** The environment of services with waiting requests: the timeouts of the database exceed the delays of a busy machine. */
export const PATIENT_DATABASE = { DATABASE_LOCK_TIMEOUT_MS: '60000', DATABASE_STATEMENT_TIMEOUT_MS: '60000' };

/**
 * Sends changes of a profile, which wait for a lock in the embedded database of a service until `finish`. Resolves when all of them wait.
 * A delayed body would not do, since the service closes the connection after five seconds.
 */
export async function beginRequests(
  { environment, dataDirectory }: { environment: Record<string, string>; dataDirectory: string },
  token: string,
  count = 1,
) {
  const directory = join(dataDirectory, 'postgres');
  const connectionString = await findRunningEmbeddedPostgres({ directory, database: 'meadow' });
  if (connectionString === null) throw new Error('The service runs, but its database is not found.');
  const client = new pg.Client({ connectionString });
  // The test may have stopped the database meanwhile.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('lock table profile in share mode');
  const responses = Array.from({ length: count }, () => sendChange(environment.PORT, token));
  const countWaiting = async () =>
    (await client.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount ?? 0;
  while ((await countWaiting()) < count) await delay(20);
  return {
    /** Releases the lock, and returns all responses. */
    finish: async () => {
      await client.query('commit');
      await client.end();
      return Promise.all(responses);
    },
  };
}

async function sendChange(port: string | undefined, token: string): Promise<string> {
  const body = JSON.stringify({ full_name: 'In Flight' });
  const head = [
    'PUT /api/user/profile HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(port), '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => {
    response += String(chunk);
  });
  // The service may close the connection, if the test stops it.
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once('close', resolve));
  return response;
}

/** Waits until the port refuses connections. */
export async function refusesConnections(address: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  const isOpen = () =>
    fetch(`${address}/health`).then(
      () => true,
      () => false,
    );
  while (await isOpen()) {
    if (performance.now() > deadline) throw new Error('The service still accepts connections.');
    await delay(20);
  }
}
