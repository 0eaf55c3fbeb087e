import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '#app/config.ts';
import { createLogger } from '#platform/log.ts';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createTestDatabase, databaseUrl } from '#test/database/database.ts';
import { start } from '../start.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkMailServer } from './doctor/mail.ts';
import { reasonsOf } from './output.ts';
import { explainSettingError } from './setting-errors.ts';

const log = createLogger('silent');
const cluster = new URL(inject('clusterUrl'));

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-errors-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A port on which every connection gets this. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** What a person reads after a start that could not be. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const config = readConfig({
    DATA_DIR: await makeFolder(),
    PORT: '0',
    SCHEDULER: 'off',
    DATABASE_WAIT_SECONDS: '0',
    ...environment,
  });
  const error = await start({ config, log, sandbox: false }).then(
    async (running) => {
      await running.stop(0);
      return expect.fail('It has started.');
    },
    (thrown: unknown) => explainSettingError(thrown, config),
  );
  return reasonsOf(error);
}

const at = (place: string, more = '') => `postgres://ada:canary-password@${place}/meadow${more}`;

describe('a start that fails names the setting, the place and what to do, and never the password', () => {
  const lines: [what: string, url: () => string | Promise<string>, line: RegExp][] = [
    [
      'nothing listens',
      () => at('127.0.0.1:1'),
      /^DATABASE_URL: 127\.0\.0\.1:1 refuses connections\. Is PostgreSQL running there/,
    ],
    [
      'what listens hangs up',
      async () => at(`127.0.0.1:${await listen((socket) => socket.destroy())}`),
      /^DATABASE_URL: 127\.0\.0\.1:\d+ closed the connection\. Is it PostgreSQL/,
    ],
    [
      'TLS is asked for, and there is none',
      () => at(cluster.host, '?sslmode=require'),
      /^DATABASE_URL: .* does not support TLS\. Remove sslmode/,
    ],
    [
      'a wrong password',
      () => `postgres://${cluster.username}:canary-password@${cluster.host}/postgres`,
      /^DATABASE_URL: \S+ rejects the password of the role /,
    ],
    [
      'no such database',
      () => databaseUrl(inject('clusterUrl'), 'nowhere'),
      /^DATABASE_URL: there is no database nowhere at /,
    ],
    [
      'no host of several takes writes',
      () => at('127.0.0.1:1,127.0.0.1:2'),
      /^DATABASE_URL: 127\.0\.0\.1:1,127\.0\.0\.1:2 refuses connections\. Is PostgreSQL running there/,
    ],
    [
      'no such socket',
      () => 'postgres://ada:canary-password@localhost/meadow?host=/tmp/no-such-folder',
      /^DATABASE_URL: there is no socket for \/tmp\/no-such-folder/,
    ],
  ];
  test.each(lines)('%s', async (_what, url, line) => {
    const refusal = await refusalOf({ DATABASE_URL: await url() });
    expect(refusal).toMatch(line);
    expect(refusal).not.toContain('canary');
    expect(refusal).not.toContain(decodeURIComponent(cluster.password || 'no password'));
  });

  test('the direct address has a name of its own', async () => {
    const refusal = await refusalOf({ DATABASE_URL: inject('clusterUrl'), DATABASE_DIRECT_URL: at('127.0.0.1:1') });
    expect(refusal).toMatch(/^DATABASE_DIRECT_URL: 127\.0\.0\.1:1 refuses connections/);
  });

  test('a role that may not create extensions', async () => {
    const database = await createTestDatabase(inject('clusterUrl'), 'template0');
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const role = `guest_${process.pid}_${Math.trunc(performance.now())}`;
    await admin.query(`create role ${role} login password 'canary-password'; grant all on schema public to ${role}`);
    onTestFinished(async () => {
      await admin.end();
      await database.drop();
      const other = new pg.Client({ connectionString: inject('clusterUrl') });
      await other.connect();
      await other.query(`drop role ${role}`);
      await other.end();
    });
    const url = new URL(database.url);
    url.username = role;
    url.password = 'canary-password';
    const refusal = await refusalOf({ DATABASE_URL: url.href });
    expect(refusal).toMatch(
      new RegExp(`^DATABASE_URL: the role ${role} cannot create .* grant create on database test_`),
    );
    expect(refusal).not.toContain('canary');
  });

  test.each([
    ['a client', () => (connectionString: string) => new pg.Client({ connectionString, connectionTimeoutMillis: 100 })],
    ['a pool', () => (connectionString: string) => new pg.Pool({ connectionString, connectionTimeoutMillis: 100 })],
  ])('a database that takes connections and says nothing, over %s', async (_what, make) => {
    const url = at(`127.0.0.1:${await listen(() => undefined)}`);
    const error = await make()(url)
      .connect()
      .then(
        () => expect.fail('It has connected.'),
        (thrown: unknown) => thrown,
      );
    const refusal = reasonsOf(explainSettingError(error, readConfig({ DATABASE_URL: url })));
    expect(refusal).toMatch(/^DATABASE_URL: 127\.0\.0\.1:\d+ did not respond in time/);
    expect(refusal).not.toContain('canary');
  });

  test('a port that is taken, and a host that is none of ours', async () => {
    const database = await createTestDatabase(inject('clusterUrl'));
    onTestFinished(database.drop);
    const port = await listen(() => undefined);
    const environment = { DATABASE_URL: database.url, ENCRYPTION_KEY: `${'A'.repeat(43)}=` };
    expect(await refusalOf({ ...environment, PORT: String(port) })).toMatch(
      new RegExp(`^PORT: another program listens on 127\\.0\\.0\\.1:${port}\\. Stop it, or set PORT`),
    );
    expect(await refusalOf({ ...environment, PORT: '0', PROBE_PORT: String(port) })).toMatch(
      new RegExp(`^PROBE_PORT: another program listens on 127\\.0\\.0\\.1:${port}\\. Stop it, or set PROBE_PORT`),
    );
    expect(await refusalOf({ ...environment, HOST: '192.0.2.1' })).toMatch(
      /^HOST: 192\.0\.2\.1 is not an IP address of this/,
    );
  });

  test('a file in the way of the data folder', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    const database = await createTestDatabase(inject('clusterUrl'));
    onTestFinished(database.drop);
    for (const folder of [file, join(file, 'below')]) {
      expect(await refusalOf({ DATABASE_URL: database.url, DATA_DIR: folder })).toMatch(
        /^DATA_DIR: (a part of )?\S+ is a file, not a folder\. Move it/,
      );
    }
  });

  test('a data folder that this account may not write', async () => {
    const folder = await makeFolder();
    await chmod(folder, 0o555);
    const script = `try { fs.mkdirSync(${JSON.stringify(join(folder, 'data'))}) } catch (e) { console.log(JSON.stringify(e)) }`;
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { stdout } = spawnSync(process.execPath, ['-e', script], { ...account, cwd: '/', encoding: 'utf8' });
    const error = Object.assign(new Error('EACCES'), JSON.parse(stdout));
    expect(error.code).toBe('EACCES');
    const config = readConfig({ DATA_DIR: join(folder, 'data') });
    expect(reasonsOf(explainSettingError(error, config))).toMatch(/^DATA_DIR: this account cannot write to /);
    const elsewhere: Config = readConfig({ DATA_DIR: '/elsewhere', STORAGE_URL: `file:${join(folder, 'data')}` });
    expect(reasonsOf(explainSettingError(error, elsewhere))).toMatch(/^STORAGE_URL: this account cannot write to /);
  });

  test('a full disk, an unknown host, and an untrusted certificate', () => {
    const config = readConfig({ DATA_DIR: '/data', DATABASE_URL: at('db.example') });
    const named = (facts: object) =>
      reasonsOf(explainSettingError(Object.assign(new Error('it failed'), facts), config));
    expect(named({ code: 'ENOSPC', path: '/data/files/a' })).toMatch(/^DATA_DIR: the disk of \/data\/files\/a is full/);
    expect(named({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.example' })).toMatch(
      /^DATABASE_URL: the host name of db\.example:5432 is unknown/,
    );
    expect(named({ code: 'SELF_SIGNED_CERT_IN_CHAIN' })).toMatch(
      /^DATABASE_URL: the certificate of db\.example:5432 is not/,
    );
  });

  test('returns unknown errors unchanged', () => {
    const error = new Error('something else');
    expect(explainSettingError(error, readConfig({}))).toBe(error);
  });
});

describe('doctor says the same', () => {
  test('of the database', async () => {
    const [finding] = await checkDatabase(readConfig({ DATABASE_URL: at('127.0.0.1:1') }), log);
    expect(finding).toMatchObject({
      state: 'fail',
      found: expect.stringMatching(/^DATABASE_URL: 127\.0\.0\.1:1 refuses connections/),
    });
    expect(JSON.stringify(finding)).not.toContain('canary');
  });

  test('of the mail server', async () => {
    const server = await startTestSmtpServer();
    onTestFinished(server.close);
    const mailOf = (url: string) => readConfig({ SMTP_URL: url }).mail;
    const findingOf = (url: string) => checkMailServer(mailOf(url), 500);
    expect(await checkMailServer(readConfig({}).mail)).toBeNull();
    expect(await findingOf(server.url)).toMatchObject({ state: 'ok' });
    expect(server.mails).toEqual([]);
    server.behave({ mode: 'hang', at: 'greeting' });
    expect(await findingOf(server.url)).toMatchObject({
      state: 'fail',
      found: expect.stringMatching(/^SMTP_URL: .* does not respond in time/),
    });
    expect(await findingOf('smtp://ada:canary-password@127.0.0.1:1')).toMatchObject({
      state: 'fail',
      found: 'SMTP_URL: 127.0.0.1:1 is not reachable (ECONNREFUSED).',
    });
  });
});
