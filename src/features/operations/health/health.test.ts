import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#app/app.ts';
import { JOBS } from '#app/jobs.ts';
import { QUERY_TIMEOUT_MS } from '#platform/db/connection/client.ts';
import { holdTimers } from '#test/held-timers.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startStubbornProxy } from '#test/servers/stubborn-proxy.ts';
import { callOn, type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp();
const { call, superAdmin, person, deps, clock, issuer, ai } = app;
const proxy = await startStubbornProxy(app.databaseUrl);
/** A node whose database connection can stall, with the limits of production. */
const node = await startSecondNode({ ...app, databaseUrl: proxy.url }, deps.log, {
  limits: {},
  waits: {},
});

const EMPTY_DISK = { holds: ['data', 'files'], freeBytes: 50e9, totalBytes: 100e9 };

let root: Person;
const measure = deps.measureLatency;
beforeEach(async () => {
  root = await superAdmin();
  // So that the load of the machine does not matter.
  deps.measureLatency = async () => 12.345;
  deps.readDisks = async () => [EMPTY_DISK];
  deps.healthTimeoutMs = 20_000;
  await deps.db.deleteFrom('job_run').execute();
});

const read = async (actor: Person | null = root) => call(actor, 'GET', '/api/admin/health');
const jobOf = (body: { jobs: { name: string; next_at?: string }[] }, name: string) =>
  body.jobs.find((job) => job.name === name);
const providerOf = (body: { providers: { name: string }[] }, name: string) =>
  body.providers.find((provider) => provider.name === name);
const renewToken = async (user: Person) => ({
  ...user,
  token: await issuer.sign(user.id, clock.now(), { email: user.email }),
});

describe('GET /api/admin/health', () => {
  test('returns the state of the database, migrations, jobs and providers without secrets', async () => {
    const { status, body, text } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ok',
      problems: [],
      checked_at: clock.now().toISOString(),
      version: 'test',
      uptime_seconds: Math.floor((clock.now().getTime() - deps.startedAt.getTime()) / 1_000),
      database: { latency_ms: 12.3, status: 'ok', guidance: null, replicas: [] },
      migrations: { applied: deps.migrationNames, pending: [] },
    });
    expect(body.jobs.map(({ name, schedule, about }: Record<string, string>) => [name, schedule, about])).toEqual(
      JOBS.map(({ name, cron, description }) => [name, cron, description]),
    );
    expect(jobOf(body, 'sync-all')).toMatchObject({ last_run: null, is_running: false, is_late: false });
    expect(
      body.providers.map(({ name, configured, status: own }: Record<string, unknown>) => [name, configured, own]),
    ).toEqual([
      ['AI', true, 'ok'],
      ['Payments', true, 'ok'],
      ['Music', true, 'ok'],
      ['Mail', false, 'off'],
      ['Push', true, 'ok'],
      ['Files', true, 'ok'],
      ['Sign-in', true, 'ok'],
    ]);
    const { apiKey, signingSecret } = deps.config.payment;
    for (const secret of [
      apiKey,
      signingSecret,
      deps.config.music.clientSecret,
      'postgres:',
      deps.config.dataDirectory,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('reports a disk that is nearly full, also in /metrics', async () => {
    expect((await read()).body.disks).toEqual([
      { holds: ['data', 'files'], free_bytes: 50e9, total_bytes: 100e9, status: 'ok' },
    ]);
    deps.readDisks = async () => [{ holds: ['data', 'database'], freeBytes: 300 * 1024 ** 2, totalBytes: 100e9 }];
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'degraded', disks: [{ holds: ['data', 'database'], status: 'low' }] });
    expect(body.problems).toEqual(['The disk of the data and database is nearly full: 300 MB are free.']);
    const { text } = await call(null, 'GET', '/metrics');
    expect(text).toMatch(/^disk_free_bytes\{holds="[a-z,]+"\} \d{6,}$/m);
    expect(text).toMatch(/^disk_total_bytes\{holds="[a-z,]+"\} \d{6,}$/m);
  });

  test('measures the latency of the database', async () => {
    deps.measureLatency = measure;
    const { database } = (await read()).body;
    expect(database.latency_ms).toBeGreaterThan(0);
    expect(['ok', 'elevated', 'slow']).toContain(database.status);
  });

  test.each([
    [199.94, 'ok', 'ok'],
    [200, 'elevated', 'ok'],
    [500, 'elevated', 'ok'],
    [612.3, 'slow', 'degraded'],
  ])('with a latency of %d ms the database is %s and the service %s', async (latency, database, status) => {
    deps.measureLatency = async () => latency;
    const { body } = await read();
    expect([body.database.status, body.status, body.database.guidance === null]).toEqual([
      database,
      status,
      database === 'ok',
    ]);
  });

  test('reports the last run of each job, and failed and interrupted runs as problems', async () => {
    await deps.jobs.runExclusive('sync-all', async () => ({ message: '<script>12 plays</script>' }));
    await deps.jobs.runExclusive('reminders', () => Promise.reject(new Error('canary'))).catch(() => undefined);
    const interrupted = { id: randomUUID(), job: 'process-engagement', started_at: clock.now() };
    await deps.db.insertInto('job_run').values(interrupted).execute();
    const { body, text } = await read();
    const now = clock.now().toISOString();
    expect(jobOf(body, 'sync-all')).toMatchObject({
      last_run: { started_at: now, finished_at: now, succeeded: true, message: '<script>12 plays</script>' },
      is_running: false,
      has_failed: false,
    });
    expect(jobOf(body, 'reminders')).toMatchObject({ last_run: { succeeded: false, message: null }, has_failed: true });
    expect(jobOf(body, 'process-engagement')).toMatchObject({
      last_run: { finished_at: null, succeeded: null },
      has_failed: true,
    });
    expect([body.status, body.problems]).toEqual([
      'degraded',
      ['The last run of the job reminders failed.', 'The last run of the job process-engagement failed.'],
    ]);
    expect(text).not.toContain('canary');
  });

  test('reports a job that runs on another node', async () => {
    const { body } = (await node.deps.jobs.runExclusive('sync-all', async () => ({ body: (await read()).body }))) ?? {
      body: undefined,
    };
    expect(jobOf(body, 'sync-all')).toMatchObject({
      last_run: { finished_at: null, succeeded: null },
      is_running: true,
      has_failed: false,
    });
    expect(body.status).toBe('ok');
  });

  test('reports a job as late 15 minutes after its scheduled time', async () => {
    const before = clock.now();
    onTestFinished(() => clock.set(before));
    await deps.jobs.runExclusive('reminders', async () => ({}));
    const due = Date.parse(jobOf((await read()).body, 'reminders')?.next_at ?? '');
    clock.set(new Date(due + 15 * 60_000));
    root = await renewToken(root);
    expect(jobOf((await read()).body, 'reminders')).toMatchObject({ is_late: false });
    clock.advance(1);
    const { body } = await read();
    expect(jobOf(body, 'reminders')).toMatchObject({ is_late: true });
    expect(body.problems).toContain('The job reminders is late.');
    await deps.jobs.runExclusive('reminders', async () => ({}));
    expect(jobOf((await read()).body, 'reminders')).toMatchObject({ is_late: false });
  });

  test('is down while migrations are pending', async () => {
    const { migrationNames } = deps;
    deps.migrationNames = [...migrationNames, '9999_to_come'];
    const { body } = await read();
    deps.migrationNames = migrationNames;
    expect([body.status, body.migrations.pending]).toEqual(['down', ['9999_to_come']]);
  });

  test('reports the circuit and the last failure of a provider without calling it', async () => {
    ai.behave({ mode: 'refuse-with', status: 500 });
    const generate = () =>
      deps.ai
        .generateImage({ userId: 'a user', prompt: 'canary', quality: 'standard', timeoutMs: 5_000 })
        .catch(() => undefined);
    for (let count = 0; count < 6; count += 1) await generate();
    const { length } = ai.requests;
    const { body, text } = await read();
    expect(providerOf(body, 'AI')).toMatchObject({
      status: 'failing',
      configured: true,
      host: new URL(deps.config.ai.baseUrl).host,
      breakers: [
        { name: 'texts', state: 'closed', since: null },
        { name: 'pictures', state: 'open', since: expect.any(String) },
      ],
      last_failure: { at: clock.now().toISOString(), reason: 'refused (500)' },
    });
    expect([body.status, body.problems]).toEqual(['degraded', ['AI: the provider is failing.']]);
    expect(ai.requests).toHaveLength(length);
    expect(text).not.toMatch(/canary|sandbox/);
    ai.behave({ mode: 'normal' });
  });

  test('is not audited, because it contains no personal data', async () => {
    await deps.db.deleteFrom('audit_log').execute();
    await read();
    expect(await deps.db.selectFrom('audit_log').selectAll().execute()).toEqual([]);
  });

  test('is exempt from load shedding', async () => {
    const { server } = createApp(deps, { congestionSample: 0, guardTime: 20_000, requestConcurrency: 0 });
    const ask = callOn(server);
    expect((await ask(root, 'GET', '/api/journal')).status).toBe(503);
    expect((await ask(root, 'GET', '/api/admin/health')).status).toBe(200);
    await server.close();
  });

  test('returns 401 without a token and 403 for other users', async () => {
    expect((await read(null)).status).toBe(401);
    const { status, body } = await read(await person());
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
  });
});

describe('GET /api/admin/health while the database does not respond', () => {
  const ask = (actor: Person | null) => node.call(actor, 'GET', '/api/admin/health');
  /** Until the test ends, no statement that has no response is given up: a response that comes has not waited for one. */
  const swallowForEver = () => {
    holdTimers((durationMs) => durationMs === QUERY_TIMEOUT_MS);
    proxy.swallow();
  };
  const signIn = (actor: Person) => expect.poll(async () => (await ask(actor)).status).toBe(200);
  const recover = async (actor: Person) => {
    proxy.pass();
    await expect.poll(async () => (await ask(actor)).body.database?.status).toBeTruthy();
  };

  test('returns 200 with the status down, without waiting for it, to a super admin authenticated before', async () => {
    await signIn(root);
    swallowForEver();
    for (let round = 0; round < 2; round += 1) {
      const response = await ask(root);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({
        status: 'down',
        problems: ['The database does not respond.'],
        database: { latency_ms: null, status: 'down', guidance: expect.any(String) },
        migrations: null,
        jobs: null,
      });
      expect(response.body.providers).toHaveLength(7);
    }
    await recover(root);
  });

  test('returns 503, without waiting for it, to other users, other tokens and after 15 minutes', async () => {
    const stranger = await person();
    await ask(stranger);
    await signIn(root);
    const again = { ...root, token: await issuer.sign(root.id, new Date(clock.now().getTime() + 1_000)) };
    swallowForEver();
    for (const caller of [stranger, again]) {
      const response = await ask(caller);
      expect([response.status, response.body.code]).toEqual([503, 'auth.cannot-check']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await ask(null)).status).toBe(401);
    clock.advance(16 * 60_000);
    expect((await ask(root)).status).not.toBe(200);
    root = await renewToken(root);
    await recover(root);
  });

  test('returns 403 immediately after a demotion, and does not accept the token afterwards', async () => {
    await signIn(root);
    await deps.db.updateTable('profile').set({ role: 'user' }).where('id', '=', root.id).execute();
    expect((await ask(root)).status).toBe(403);
    proxy.swallow();
    expect((await ask(root)).status).toBe(503);
    await recover(await superAdmin());
  });
});
