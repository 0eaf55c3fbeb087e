import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findDatabase, runCrashRounds } from './crash-rounds.ts';
import { beginRequests, PATIENT_DATABASE, refusesConnections } from './requests.ts';
import { buildService, type Program, prepareEnvironment, runProgram } from './service.ts';

const build = await buildService();
afterAll(build.delete);

// It takes long and mostly waits, so it runs concurrently with the other tests. The last test awaits it.
const crashing = Promise.allSettled([runCrashRounds(build, 5)]);

/** Longer than a busy machine takes for the requests during the drain. */
const DRAIN_SECONDS = 6;

const PASSWORD = 'canary-password-1f3a';
const JOURNAL_TEXT = 'canary-journal-77c2';

const MCP = { accept: 'application/json, text/event-stream' };

describe('the service, from its start to its stop', async () => {
  const place = await prepareEnvironment({
    LOG_LEVEL: 'trace',
    RATE_LIMIT: 'off',
    SCHEDULER: 'on',
    ...PATIENT_DATABASE,
  });
  const programs: Program[] = [];
  const run = (file: string, programArguments: string[] = [], more: Record<string, string> = {}) => {
    const program = runProgram(file, { ...place.environment, ...more }, programArguments);
    programs.push(program);
    return program;
  };
  const service = run(build.main, [], {
    CORS_ORIGIN: 'https://canary.example',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  });
  const ada = { email: 'ada@people.test', session: '', token: '' };

  afterAll(async () => {
    for (const { child, ended } of programs) {
      if (child.exitCode === null) child.kill('SIGINT');
      await ended;
    }
    await place.delete();
  });

  const send = (method: string, path: string, body?: unknown, token?: string, headers: Record<string, string> = {}) =>
    fetch(`${place.address}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  const json = async (response: Response) => (await response.json()) as Record<string, Record<string, unknown>>;

  async function refreshToken(): Promise<string> {
    const { token } = (await (await send('GET', '/auth/token', undefined, ada.session)).json()) as { token: string };
    return token;
  }

  test('prints its URL, that of the API reference, and how to become super admin', async () => {
    await service.waitFor('Meadow is running.');
    const { PORT } = place.environment;
    expect(service.printed()).toContain(`URL       http://localhost:${PORT}\n`);
    expect(service.printed()).toContain(`API docs  http://localhost:${PORT}/docs\n`);
    expect(service.printed()).toContain(`Health    http://localhost:${PORT}/admin/health\n`);
    expect(service.printed()).toContain(`embedded, in ${place.dataDirectory}\n`);
    expect(service.printed()).toContain('npm run admin -- you@example.org');
    expect(service.printed()).toMatch(/\/welcome#([0-9A-Z]{4}-){3}[0-9A-Z]{4}\n/);
    expect(service.printed()).toContain('CORS_ORIGIN is not a setting of Meadow. Did you mean CORS_ORIGINS?');
    expect(service.printed()).not.toContain('canary.example');
    expect((await send('GET', '/health/ready')).status).toBe(200);
    expect((await send('GET', '/docs')).status).toBe(200);
  });

  test('serves a user who signs up, writes and gets many kinds of errors', async () => {
    const signUp = await send('POST', '/auth/sign-up/email', { name: 'Ada', email: ada.email, password: PASSWORD });
    expect(signUp.status).toBe(200);
    ada.session = ((await signUp.json()) as { token: string }).token;
    ada.token = await refreshToken();
    const entry = { title: `${JOURNAL_TEXT} title`, content: JOURNAL_TEXT, tags: [JOURNAL_TEXT] };
    const cases: [status: number, send: () => Promise<Response>][] = [
      [201, () => send('POST', '/api/journal', entry, ada.token)],
      [200, () => send('GET', `/api/journal?q=${JOURNAL_TEXT}`, undefined, ada.token)],
      [200, () => send('POST', '/api/auth/verify', { token: ada.token })],
      [200, () => send('PUT', '/api/user/profile', { full_name: JOURNAL_TEXT }, ada.token)],
      // A worker thread computes this. Its program is a separate file of the build.
      [200, () => send('POST', '/api/lab/optimize', { calculator: 'coil', top_n: 1 }, ada.token)],
      [400, () => send('POST', '/api/journal', { title: 5, content: JOURNAL_TEXT }, ada.token)],
      [400, () => send('POST', '/api/journal', `{"content":"${JOURNAL_TEXT}`, ada.token)],
      [400, () => send('POST', '/api/journal', { ...entry, content: `${JOURNAL_TEXT}\0` }, ada.token)],
      [400, () => send('GET', `/api/journal?q=${JOURNAL_TEXT}%00`, undefined, ada.token)],
      [400, () => send('GET', `/${JOURNAL_TEXT}/%zz`)],
      [401, () => send('GET', `/api/journal?access_token=${ada.token}`)],
      [401, () => send('GET', '/api/journal', undefined, `${ada.token}x`)],
      [401, () => send('POST', '/auth/sign-in/email', { email: ada.email, password: `${PASSWORD}x` })],
      [401, () => send('POST', '/api/auth/verify', { token: ada.session })],
      [404, () => send('GET', `/${JOURNAL_TEXT}?token=${ada.token}`)],
      [422, () => send('POST', '/auth/sign-up/email', { name: 'Ada', email: ada.email, password: PASSWORD })],
    ];
    for (const [index, [status, sendIt]] of cases.entries()) {
      expect([index, (await sendIt()).status]).toEqual([index, status]);
    }
    const broken = connect(Number(place.environment.PORT), '127.0.0.1');
    broken.resume().end(`GET / HTTP/1.1\r\nAuthorization: Bearer ${ada.token}\r\nno colon ${JOURNAL_TEXT}\r\n\r\n`);
    await once(broken, 'close');
  });

  test('loads the library of MCP from the bundle, and logs no personal access token', async () => {
    await send('PUT', '/api/user/profile', { preferences: { mcp: true } }, ada.token);
    const created = await send('POST', '/api/user/tokens', { name: 'Client', scopes: ['journal:read'] }, ada.token);
    const { secret } = (await created.json()) as { secret: string };
    const search = { name: 'search_entries', arguments: { q: JOURNAL_TEXT } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: search };
    const { result } = await json(await send('POST', '/mcp', message, secret, MCP));
    expect(result).toMatchObject({ structuredContent: { entries: [{ title: `${JOURNAL_TEXT} title` }] } });
    expect(service.printed()).not.toContain(secret.slice(8));
  });

  test('does not start a second time on the same data, and prints the reason', async () => {
    const second = run(build.main, [], { PORT: '0' });
    expect(await second.ended).toBe(1);
    expect(second.printed()).toContain('Meadow cannot run.');
    expect(second.printed()).toContain(place.dataDirectory);
    expect(second.printed()).toMatch(/is in use .*Stop that process, set DATA_DIR/);
    expect((await send('GET', '/health/ready')).status).toBe(200);
  });

  test('gets a super admin by a command, from the next access token on', async () => {
    const unknown = run(build.commands, ['admin', 'create', 'unknown@people.test']);
    expect(await unknown.ended).toBe(1);
    expect(unknown.printed()).toContain('No user has the email address or id unknown@people.test.');

    // The command asks for a confirmation, and there is no terminal here. It shows the user to the operator only, not in a log.
    const unasked = runProgram(build.commands, place.environment, ['admin', 'create', ada.email]);
    expect(await unasked.ended).toBe(1);
    // The first account of an instance without mail server is trusted.
    expect(unasked.printed()).toMatch(/name +canary[\s\S]*id +[0-9a-f-]{36}\s+email +\S+\s+since[\s\S]*add --yes/);

    const admin = runProgram(build.commands, place.environment, ['admin', 'create', ada.email.toUpperCase(), '--yes']);
    expect(await admin.ended).toBe(0);
    expect(admin.printed()).toContain('is now a super admin');
    const { profile } = await json(await send('GET', '/api/user/profile', undefined, await refreshToken()));
    expect(profile).toMatchObject({ email: ada.email, role: 'super_admin' });
    expect((await send('GET', '/health/ready')).status).toBe(200);
  });

  test('goes on after SIGHUP', async () => {
    service.child.kill('SIGHUP');
    await service.waitFor('"signal":"SIGHUP"');
    expect((await send('GET', '/health/ready')).status).toBe(200);
    expect(service.printed()).not.toContain('Ctrl-C');
  });

  test('exits after SIGTERM with 0: it drains, completes the requests in flight, and stops the database', async () => {
    const request = await beginRequests(place, ada.token);
    service.child.kill('SIGTERM');
    await service.waitFor('"stopping"');
    const draining = await send('GET', '/health/ready');
    expect([draining.status, (await json(draining)).code]).toEqual([503, 'health.draining']);
    expect(draining.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(draining.headers.get('connection')).toBe('close');
    expect((await send('GET', '/health')).status).toBe(200);

    await refusesConnections(place.address);
    expect(await request.finish()).toEqual([expect.stringMatching(/^HTTP\/1.1 200 .*"full_name":"In Flight"/s)]);
    expect(await service.ended).toBe(0);
    expect(millisecondsOfStop(service)).toBeGreaterThanOrEqual(1_000 * DRAIN_SECONDS);
    expect(await findDatabase(place.dataDirectory)).toBeNull();
  });

  test('exits after SIGINT the same way without draining; the data is stored, and there is no hint about super admins', async () => {
    const again = run(build.main, [], { DRAIN_SECONDS: '60' });
    await again.waitFor('Meadow is running.');
    expect(again.printed()).not.toContain('npm run admin');
    expect(again.printed()).not.toContain('"migrated"');
    const { entries } = (await (await send('GET', '/api/journal', undefined, ada.token)).json()) as {
      entries: unknown[];
    };
    expect(entries).toEqual([expect.objectContaining({ content: JOURNAL_TEXT })]);

    const request = await beginRequests(place, ada.token);
    again.child.kill('SIGINT');
    await again.waitFor('"stopping"');
    await refusesConnections(place.address);
    expect(await request.finish()).toEqual([expect.stringMatching(/^HTTP\/1.1 200 .*"full_name":"In Flight"/s)]);
    expect(await again.ended).toBe(0);
    expect(millisecondsOfStop(again)).toBeLessThan(60_000);
    expect(await findDatabase(place.dataDirectory)).toBeNull();
  });

  test('has logged each request, and neither its log nor that of the database has a password, a token or a text', async () => {
    const requests = service
      .printed()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'));
    expect(requests.length).toBeGreaterThan(15);
    const folder = join(place.dataDirectory, 'postgres', 'log');
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const everything = [...programs.map(({ printed }) => printed()), ...files].join('\n');
    const signature = ada.token.split('.')[2] ?? '';
    expect(signature.length).toBeGreaterThan(40);
    for (const secret of [PASSWORD, JOURNAL_TEXT, ada.session, ada.token, signature]) {
      expect(everything).not.toContain(secret);
    }
    for (const secret of [PASSWORD, JOURNAL_TEXT, signature]) {
      const bytes = `${[...Buffer.from(secret)].slice(0, 12).join(',')}`;
      expect(everything).not.toContain(bytes);
    }
    expect(everything).not.toContain(ada.email);
  });
});

describe('a start that fails', () => {
  test.concurrent('exits with 1 and names each invalid variable without its value', async () => {
    const program = runProgram(build.main, { PORT: 'canary-port', DATABASE_URL: 'mysql://meadow:canary@db.example/x' });
    expect(await program.ended).toBe(1);
    expect(program.printed()).toContain('- PORT must be');
    expect(program.printed()).toContain('- DATABASE_URL must be');
    expect(program.printed()).not.toMatch(/canary| {4}at /);
  });

  test.concurrent('exits with 1 if the port is in use, before it creates a database', async () => {
    const { environment, dataDirectory, delete: remove } = await prepareEnvironment();
    const taken = createServer().listen(Number(environment.PORT), '127.0.0.1');
    await once(taken, 'listening');
    const program = runProgram(build.main, environment);
    expect(await program.ended).toBe(1);
    expect(program.printed()).toMatch(new RegExp(`cannot run\\. .*EADDRINUSE.*${environment.PORT}`, 's'));
    expect(await readdir(dataDirectory)).toEqual([]);
    taken.close();
    await remove();
  });

  test.concurrent('exits with 1 if the database of DATABASE_URL does not exist, and does not print its password', async () => {
    const { environment, delete: remove } = await prepareEnvironment();
    const url = `postgres://meadow:canary@127.0.0.1:${environment.PORT}/meadow`;
    const program = runProgram(build.main, { ...environment, DATABASE_URL: url, DATABASE_WAIT_SECONDS: '0' });
    expect(await program.ended).toBe(1);
    expect(program.printed()).toMatch(/cannot run\. .*ECONNREFUSED/s);
    expect(program.printed()).not.toContain('canary');
    await remove();
  });
});

test('no acknowledged entry is lost when the service, or its database too, is killed during writes', async () => {
  const [result] = await crashing;
  if (result.status === 'rejected') throw result.reason;
  const rounds = result.value;
  expect(rounds.map(({ killed }) => killed)).toEqual([
    'service',
    'service and database',
    'service',
    'service and database',
    'service',
  ]);
  expect(rounds.map(({ lost }) => lost)).toEqual([0, 0, 0, 0, 0]);
  for (const { acknowledged } of rounds) expect(acknowledged).toBeGreaterThanOrEqual(20);
}, 300_000);

/** Returns the milliseconds between the log lines of the start and the end of the stop. */
function millisecondsOfStop(program: Program): number {
  const lines = program
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const timeOf = (message: string) => {
    const line = lines
      .map((text) => JSON.parse(text) as { msg: string; time: string })
      .find(({ msg }) => msg === message);
    return new Date(line?.time ?? Number.NaN).getTime();
  };
  return timeOf('stopped') - timeOf('stopping');
}
