import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isPassing, UnreachableDatabaseError, waitForDatabase } from './waiting.ts';

const cluster = new URL(inject('clusterUrl'));

const failure = (code: string, message = 'it failed', more: object = {}) =>
  Object.assign(new Error(message), { code }, more);

test.each([
  [failure('ECONNREFUSED'), true],
  [failure('ENOTFOUND'), true],
  [failure('EAI_AGAIN'), true],
  [failure('ENOENT', 'no socket', { syscall: 'connect' }), true],
  [failure('ENOENT', 'no certificate', { syscall: 'open' }), false],
  [new AggregateError([failure('ECONNREFUSED')]), true],
  [new Error('timeout expired'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [failure('57P03', 'the database system is starting up'), true],
  [failure('53300', 'too many clients already'), true],
  [failure('08P01', 'server login has been failing, try again later (server_login_retry)'), true],
  [failure('08P01', 'SASL authentication failed'), false],
  [failure('28P01', 'password authentication failed'), false],
  [failure('3D000', 'no such database'), false],
  [failure('08001', 'no primary', { cause: failure('ECONNREFUSED') }), true],
  [failure('08001', 'no primary', { cause: failure('28P01') }), false],
  [failure('25006', 'all are standbys'), true],
  [failure('CERT_HAS_EXPIRED'), false],
])('%o can pass: %s', (error, expected) => {
  expect(isPassing(error)).toBe(expected);
});

test('waits until the server is there, and says once what it waits for', async () => {
  const server = createServer((client) => {
    const database = connect(Number(cluster.port), cluster.hostname);
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  onTestFinished(() => void server.close());
  const url = new URL(cluster);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const heard: unknown[] = [];
  const onWait = (error: unknown) => {
    heard.push(error);
  };
  // The first pause is after the first attempt; the server is there in the second, so that a third attempt is needed.
  let pauses = 0;
  const sleep = async () => {
    pauses += 1;
    if (pauses < 2) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await waitForDatabase(url.href, { waitSeconds: 300, onWait, sleep });
  expect(pauses).toBe(2);
  expect(heard).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
});

test('ends with the last error when the time is over', async () => {
  const url = 'postgres://ada:canary@127.0.0.1:1/meadow';
  let count = 0;
  const onWait = () => {
    count += 1;
  };
  // A time that passes only in the pauses.
  let time = 0;
  const pauses: number[] = [];
  const sleep = async (durationMs: number) => {
    pauses.push(durationMs);
    time += durationMs;
  };
  const options = { waitSeconds: 1.2, onWait, now: () => time, sleep };
  const error = await waitForDatabase(url, options).catch((thrown: unknown) => thrown);
  expect(pauses).toEqual([500, 500]);
  expect(error).toBeInstanceOf(UnreachableDatabaseError);
  expect(error).toMatchObject({ connectionString: url, cause: { code: 'ECONNREFUSED' } });
  expect((error as Error).message).not.toContain('canary');
  expect(count).toBe(1);
});

test('ends at once where waiting does not help', async () => {
  const url = new URL(cluster);
  url.pathname = '/nowhere';
  const onWait = () => expect.fail('It waits.');
  const waiting = waitForDatabase(url.href, { waitSeconds: 60, onWait });
  await expect(waiting).rejects.toMatchObject({ cause: { code: '3D000' } });
  await expect(waiting).rejects.toMatchObject({ cause: expect.any(pg.DatabaseError) });
});
