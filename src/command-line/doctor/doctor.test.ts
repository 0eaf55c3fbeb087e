import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '#app/config.ts';
import { readEncryptionKey, requireKeyOfDatabase } from '#app/encryption-key.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase } from '#test/database/database.ts';
import { makePreRelease } from '#test/database/pre-release-database.ts';
import {
  checkDatabase,
  findClock,
  findConnections,
  findLatency,
  findMigrations,
  findPrivileges,
  findRelease,
} from './database.ts';
import { checkDisks, checkStorage, findDisk } from './files.ts';
import { checkMetrics } from './metrics.ts';
import { findReplica } from './replicas.ts';
import { checkNode, settingsFindings } from './settings.ts';

const log = createLogger('silent');

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.each([
  ['18.20.0', 'fail'],
  ['20.18.3', 'fail'],
  ['20.19.0', 'warn'],
  ['21.7.0', 'warn'],
  ['22.0.0', 'ok'],
  ['24.1.0', 'ok'],
])('Node %s: %s', (version, state) => {
  expect(checkNode(version)).toMatchObject({ state, found: expect.stringContaining(version) });
});

test.each([
  [0.4, 'ok', '0.4 ms'],
  [199.9, 'ok', '200 ms'],
  [200, 'warn', '200 ms'],
  [500, 'warn', '500 ms'],
  [500.1, 'fail', '500 ms'],
])('a latency of %d ms: %s', (latency, state, found) => {
  expect(findLatency({ latencyMs: latency })).toMatchObject({ state, found: expect.stringContaining(found) });
});

test.each([
  ['18.4', 'warn', '18.4 lacks the security fixes up to 18.6'],
  ['18.6', 'ok', 'current'],
  ['18.10', 'ok', 'current'],
  ['17.11', 'warn', 'up to 17.12'],
  ['15.20', 'ok', 'current'],
  ['19.0', 'ok', 'current'],
  ['19rc1', 'ok', 'current'],
])('PostgreSQL %s: %s', (version, state, found) => {
  expect(findRelease({ version }, true)).toMatchObject({ state, found: expect.stringContaining(found) });
  const outside = findRelease({ version }, false);
  expect(outside.state).toBe(state);
  if (state === 'warn') expect(outside.advice).toContain('Update the server');
});

test.each([
  [0, 'ok', 'agrees'],
  [-5_000, 'ok', 'agrees'],
  [5_400, 'warn', '5 s ahead of'],
  [-60_000, 'warn', '60 s behind'],
  [300_000, 'fail', '300 s ahead of'],
])('a clock that is %d ms ahead: %s', (clockOffsetMs, state, found) => {
  expect(findClock({ clockOffsetMs })).toMatchObject({ state, found: expect.stringContaining(found) });
});

describe('the metrics, asked for at PUBLIC_URL', () => {
  const configOf = (publicUrl: string, metricsToken: string | null = null) => ({
    http: { ...readConfig({}).http, publicUrl },
    metricsToken,
  });

  test.each([
    [200, '# TYPE http_request_duration_seconds histogram', 'fail'],
    [200, '<title>Meadow</title>', 'ok'],
    [403, '{"code":"metrics.token-not-set"}', 'ok'],
    [301, '', 'ok'],
  ])('%d with %s: %s', async (status, body, state) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const asked: unknown[] = [];
    // Tests have no other machines.
    const finding = await checkMetrics(configOf('https://meadow.example'), (url, options) => {
      asked.push(url);
      return fetch(`http://127.0.0.1:${port}/metrics`, options);
    });
    expect(finding).toMatchObject({ state, about: 'Metrics' });
    expect(asked).toEqual(['https://meadow.example/metrics']);
  });

  test('are not asked for where a token is set, or where the address is of this machine', async () => {
    expect(await checkMetrics(configOf('https://meadow.example', 'a-token-of-the-metrics'))).toBeNull();
    for (const publicUrl of ['http://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]:1']) {
      expect(await checkMetrics(configOf(publicUrl))).toBeNull();
    }
  });

  test('are no failure where the address does not answer', async () => {
    const unreachable = async () => Promise.reject(new TypeError('fetch failed'));
    expect(await checkMetrics(configOf('https://meadow.example'), unreachable)).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('does not respond'),
    });
  });
});

test.each([
  ['ready', 'ok', 'db-2:5432 serves reads'],
  ['behind', 'warn', '42 bytes behind'],
  ['unreachable', 'warn', 'does not respond'],
  ['promoted', 'fail', 'it is a primary'],
  ['other-system', 'fail', 'no copy'],
  ['other-timeline', 'fail', 'does not follow this primary'],
] as const)('a replica that is %s: %s', (replicaState, state, found) => {
  const status = { name: 'db-2:5432', state: replicaState, lagBytes: 42, lagSeconds: 7 };
  expect(findReplica(status)).toMatchObject({ state, found: expect.stringContaining(found) });
});

test.each([
  ['one', 27, 'on', 'warn', 'opens up to 27 of the 27 that the server has: room for one node'],
  ['one', 26, 'on', 'warn', 'room for no node'],
  ['one', 97, 'on', 'ok', 'room for 3 nodes'],
  ['one', 97, 'off', 'ok', 'opens up to 18 of the 97'],
  ['pooled', 97, 'on', 'ok', 'opens up to 16 of the 97 that the server has, and 11 at the pooler'],
])('connections at %s address, of %d, with the scheduler %s: %s', (which, maxConnections, scheduler, state, found) => {
  const direct = 'postgres://db.example/meadow';
  const pooled = which === 'pooled' ? 'postgres://pool.example/meadow' : direct;
  const config = readConfig({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, SCHEDULER: scheduler });
  const finding = findConnections(config, { pooled, direct }, { maxConnections });
  expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
});

test('migrations that are pending are named, with what applies them', () => {
  expect(findMigrations({ applied: ['0001_a', '0002_b'], pending: [] })).toMatchObject({ state: 'ok' });
  expect(findMigrations({ applied: ['0001_a'], pending: ['0002_b', '0003_c'] })).toMatchObject({
    state: 'warn',
    found: '2 pending, first 0002_b',
    advice: expect.stringContaining('meadow migrate'),
  });
});

test.each([
  [true, true, 'ok'],
  [true, false, 'ok'],
  [false, true, 'fail'],
  [false, false, 'warn'],
])('the right to create: %s, needed: %s, so %s', (canCreate, needsToCreate, state) => {
  expect(findPrivileges({ canCreate }, needsToCreate)).toMatchObject({ state });
});

describe('the database', () => {
  const statesOf = async (environment: Record<string, string>) =>
    (await checkDatabase(readConfig(environment), log)).map(({ about, state }) => [about, state]);

  test('is looked at from all sides where it answers', async () => {
    const database = await createTestDatabase(inject('clusterUrl'));
    const empty = await createTestDatabase(inject('clusterUrl'), 'template0');
    onTestFinished(async () => {
      await Promise.all([database.drop(), empty.drop()]);
    });
    const well = [
      ['Database', 'ok'],
      ['Release', expect.any(String)],
      ['Latency', expect.any(String)],
      ['Clock', 'ok'],
      ['Connections', 'ok'],
      ['Migrations', 'ok'],
      ['Sealed secrets', 'ok'],
      ['Privileges', 'ok'],
    ];
    expect(await statesOf({ DATABASE_URL: database.url })).toEqual(well);
    expect(await statesOf({ DATABASE_URL: empty.url })).toEqual(well.with(5, ['Migrations', 'warn']));
  });

  test('fails where its secrets were sealed under another key, and is not changed by looking', async () => {
    const database = await createTestDatabase(inject('clusterUrl'));
    const { db, close } = createDatabase({ connectionString: database.url, onIdleError: () => undefined });
    onTestFinished(async () => {
      await close();
      await database.drop();
    });
    const keyed = (key: string) =>
      readConfig({ DATABASE_URL: database.url, ENCRYPTION_KEY: key.repeat(43).concat('=') });
    const findingOf = async (config: Config) =>
      (await checkDatabase(config, log)).find(({ about }) => about === 'Sealed secrets');
    expect(await findingOf(keyed('A'))).toMatchObject({ state: 'ok', found: 'none yet' });
    expect(await db.selectFrom('encryption_key_check').selectAll().execute()).toEqual([]);
    await requireKeyOfDatabase(db, keyed('A'), await readEncryptionKey(keyed('A'), systemRandom));
    expect(await findingOf(keyed('A'))).toMatchObject({ state: 'ok', found: expect.stringContaining('decrypts') });
    expect(await findingOf(keyed('E'))).toMatchObject({
      state: 'fail',
      found: expect.stringContaining('ENCRYPTION_KEY is not the key'),
      advice: expect.stringContaining('FORMER_ENCRYPTION_KEYS'),
    });
  });

  test('fails if a version before 0.1.0 made it', async () => {
    const database = await createTestDatabase(inject('clusterUrl'), 'template0');
    onTestFinished(database.drop);
    await makePreRelease(database.url);
    expect(await checkDatabase(readConfig({ DATABASE_URL: database.url }), log)).toEqual([
      { state: 'fail', about: 'Migrations', found: expect.stringContaining('migrations.pre-release') },
    ]);
  });

  test('that is embedded is not made for the sake of looking', async () => {
    const folder = await makeFolder();
    expect(await statesOf({ DATA_DIR: folder })).toEqual([['Database', 'ok']]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('files', () => {
  test('are written, read and deleted again', async () => {
    const folder = await makeFolder();
    expect(await checkStorage({ kind: 'disk', folder })).toMatchObject({ state: 'ok' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('that cannot be kept fail, with the reason', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    expect(await checkStorage({ kind: 'disk', folder: file })).toMatchObject({
      state: 'fail',
      found: expect.stringMatching(/not writable: .*\n\(put: /),
    });
  });

  test('have room on the disk of a folder that is not there yet', async () => {
    expect(await checkDisks({ files: join(await makeFolder(), 'not', 'yet') })).toEqual([
      expect.objectContaining({ found: expect.stringMatching(/^\d+ [GM]B \(\d+ %\) for the files$/) }),
    ]);
  });

  test.each([
    [500 * 1024 ** 3, 1_000 * 1024 ** 3, 'ok', '500 GB (50 %)'],
    [40 * 1024 ** 3, 1_000 * 1024 ** 3, 'warn', '40 GB (4 %)'],
    [900 * 1024 ** 2, 10 * 1024 ** 3, 'warn', '900 MB (8 %)'],
    [99 * 1024 ** 2, 10 * 1024 ** 3, 'fail', '99 MB (0 %)'],
  ])('with %d bytes free of %d: %s', (freeBytes, totalBytes, state, found) => {
    expect(findDisk({ holds: ['data', 'files'], freeBytes, totalBytes })).toMatchObject({
      state,
      found: `${found} for the data and files`,
    });
  });
});

describe('settings', () => {
  const findingOf = (about: string, environment: Record<string, string>) =>
    settingsFindings(readConfig(environment)).find((finding) => finding.about === about);

  test('none are missing where nothing is set', () => {
    expect(settingsFindings(readConfig({})).filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  test.each([
    ['Proxies', 'warn', { PUBLIC_URL: 'https://meadow.example' }],
    ['Proxies', 'ok', { PUBLIC_URL: 'https://meadow.example', TRUSTED_PROXIES: '10.0.0.0/8' }],
    ['Jobs', 'warn', { SCHEDULER: 'off' }],
    ['Jobs', 'ok', { ROLE: 'web', DATABASE_URL: 'postgres://db.example/meadow' }],
    ['Jobs', 'ok', { SCHEDULER: 'off', CRON_SECRET: 'secret-of-the-word' }],
    ['Encryption key', 'warn', { DATABASE_URL: 'postgres://a@b/c' }],
    ['Encryption key', 'ok', { DATABASE_URL: 'postgres://a@b/c', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }],
    ['Payments', 'fail', { PAYMENT_API_KEY: 'sk' }],
    ['Payments', 'warn', { PAYMENT_API_KEY: 'sk', PAYMENT_SIGNING_SECRET: 'whsec' }],
    ['Payments', 'ok', { PAYMENT_API_KEY: 'sk', PAYMENT_SIGNING_SECRET: 'whsec', PAYMENT_PRICE_IDS: 'price_1' }],
    ['AI', 'ok', { AI_API_KEY: 'key' }],
    ['Mail', 'warn', { SMTP_URL: 'smtp://mail.example' }],
    ['Mail', 'ok', { SMTP_URL: 'smtp://mail.example', EMAIL_FROM: 'meadow@example.org' }],
    ['Music', 'ok', { MUSIC_CLIENT_ID: 'id' }],
    ['Push', 'ok', { PUSH_CONTACT: 'mailto:ada@example.org' }],
  ])('%s: %s with %j', (about, state, environment) => {
    expect(findingOf(about, environment as Record<string, string>)).toMatchObject({ state });
  });

  test.each([
    ['each night, to /srv/meadow/backups, not encrypted', {}],
    ['each night, to /srv/meadow/backups, encrypted', { BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}` }],
    ['none are scheduled (BACKUP_DIR): meadow backup <file>', { BACKUP_DIR: 'off' }],
    ['none are scheduled (BACKUP_DIR): meadow backup <file>', { SCHEDULER: 'off' }],
  ])('Backups: %s', (found, environment) => {
    expect(findingOf('Backups', { DATA_DIR: '/srv/meadow', ...environment })).toMatchObject({ state: 'ok', found });
  });
});
