import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startSecondNode } from '../../../../test/second-node.ts';
import { startStubbornProxy } from '../../../../test/servers/stubborn-proxy.ts';
import { callOn, type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { createApp } from '../../../app/app.ts';
import { JOBS } from '../../../app/jobs.ts';

const app = await startTestApp();
const { call, superAdmin, person, deps, clock, issuer, ai } = app;
const proxy = await startStubbornProxy(app.databaseUrl);
/** A node whose database can fall silent, with the limits of production. */
const node = await startSecondNode({ ...app, databaseUrl: proxy.url }, deps.log, { limits: {} });

const ROOMY = { holds: ['data', 'files'], freeBytes: 50e9, totalBytes: 100e9 };

let root: Person;
const measure = deps.measureLatency;
beforeEach(async () => {
  root = await superAdmin();
  // How busy the machine of a test is decides nothing.
  deps.measureLatency = async () => 12.345;
  deps.readDisks = async () => [ROOMY];
  deps.healthTimeoutMs = 20_000;
  await deps.db.deleteFrom('job_run').execute();
});

const read = async (actor: Person | null = root) => call(actor, 'GET', '/api/admin/health');
const jobOf = (body: { jobs: { name: string; next_at?: string }[] }, name: string) =>
  body.jobs.find((job) => job.name === name);
const providerOf = (body: { providers: { name: string }[] }, name: string) =>
  body.providers.find((provider) => provider.name === name);
const renewed = async (somebody: Person) => ({
  ...somebody,
  token: await issuer.sign(somebody.id, clock.now(), { email: somebody.email }),
});
const timed = async <Result>(work: Promise<Result>) => {
  const start = performance.now();
  return { answer: await work, milliseconds: performance.now() - start };
};

describe('GET /api/admin/health', () => {
  test('200 tells how everything is doing', async () => {
    const { status, body, text } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ok',
      problems: [],
      checked_at: clock.now().toISOString(),
      version: 'test',
      uptime_seconds: Math.floor((clock.now().getTime() - deps.startedAt.getTime()) / 1_000),
      database: { latency_ms: 12.3, status: 'ok', guidance: null },
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

  test('200 says where a disk is nearly full, and /metrics has its figures', async () => {
    expect((await read()).body.disks).toEqual([
      { holds: ['data', 'files'], free_bytes: 50e9, total_bytes: 100e9, status: 'ok' },
    ]);
    deps.readDisks = async () => [{ holds: ['data', 'database'], freeBytes: 300 * 1024 ** 2, totalBytes: 100e9 }];
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'degraded', disks: [{ holds: ['data', 'database'], status: 'low' }] });
    expect(body.problems).toEqual(['The disk of the data and database is nearly full: 300 MB are left.']);
    const { text } = await call(null, 'GET', '/metrics');
    expect(text).toMatch(/^disk_free_bytes\{holds="[a-z,]+"\} \d{6,}$/m);
    expect(text).toMatch(/^disk_total_bytes\{holds="[a-z,]+"\} \d{6,}$/m);
  });

  test('200 measures the database itself', async () => {
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
  ])('200 with a latency of %d ms: %s, and %s in all', async (latency, database, status) => {
    deps.measureLatency = async () => latency;
    const { body } = await read();
    expect([body.database.status, body.status, body.database.guidance === null]).toEqual([
      database,
      status,
      database === 'ok',
    ]);
  });

  test('200 tells of jobs what they did last, and on which of them somebody should look', async () => {
    await deps.jobs.runExclusive('sync-all', async () => ({ message: '<script>12 plays</script>' }));
    await deps.jobs.runExclusive('reminders', () => Promise.reject(new Error('canary'))).catch(() => undefined);
    const broken = { id: randomUUID(), job: 'process-engagement', started_at: clock.now() };
    await deps.db.insertInto('job_run').values(broken).execute();
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

  test('200 tells what is under way, on any node', async () => {
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

  test('200 tells what is late: more than a quarter of an hour after its time', async () => {
    const before = clock.now();
    onTestFinished(() => clock.set(before));
    await deps.jobs.runExclusive('reminders', async () => ({}));
    const due = Date.parse(jobOf((await read()).body, 'reminders')?.next_at ?? '');
    clock.set(new Date(due + 15 * 60_000));
    root = await renewed(root);
    expect(jobOf((await read()).body, 'reminders')).toMatchObject({ is_late: false });
    clock.advance(1);
    const { body } = await read();
    expect(jobOf(body, 'reminders')).toMatchObject({ is_late: true });
    expect(body.problems).toContain('The job reminders is late.');
    await deps.jobs.runExclusive('reminders', async () => ({}));
    expect(jobOf((await read()).body, 'reminders')).toMatchObject({ is_late: false });
  });

  test('200 names the migrations that are pending: this node cannot serve', async () => {
    const { migrationNames } = deps;
    deps.migrationNames = [...migrationNames, '9999_to_come'];
    const { body } = await read();
    deps.migrationNames = migrationNames;
    expect([body.status, body.migrations.pending]).toEqual(['down', ['9999_to_come']]);
  });

  test('200 tells that a provider is left alone, since when, and what failed; and asks nobody', async () => {
    ai.behave({ mode: 'refuse-with', status: 500 });
    const ask = () =>
      deps.ai
        .generateImage({ userId: 'a person', prompt: 'canary', quality: 'standard', timeoutMs: 5_000 })
        .catch(() => undefined);
    for (let count = 0; count < 6; count += 1) await ask();
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
    expect([body.status, body.problems]).toEqual(['degraded', ['AI: the provider fails.']]);
    expect(ai.requests).toHaveLength(length);
    expect(text).not.toMatch(/canary|sandbox/);
    ai.behave({ mode: 'normal' });
  });

  test('200 is nothing that is written to the audit log: it is nobody’s', async () => {
    await deps.db.deleteFrom('audit_log').execute();
    await read();
    expect(await deps.db.selectFrom('audit_log').selectAll().execute()).toEqual([]);
  });

  test('200 under any load, as is the page', async () => {
    const { server } = createApp(deps, { eventLoopDelay: 0, guardTime: 20_000, requestConcurrency: 0 });
    const ask = callOn(server);
    expect((await ask(root, 'GET', '/api/journal')).status).toBe(503);
    expect((await ask(root, 'GET', '/api/admin/health')).status).toBe(200);
    expect((await ask(null, 'GET', '/admin/health')).status).toBe(200);
    await server.close();
  });

  test('401 for nobody in particular, 403 for everybody else', async () => {
    expect((await read(null)).status).toBe(401);
    const { status, body } = await read(await person());
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
  });
});

describe('GET /api/admin/health while the database does not answer', () => {
  const ask = (actor: Person | null) => timed(node.call(actor, 'GET', '/api/admin/health'));
  const enter = (actor: Person) => expect.poll(async () => (await ask(actor)).answer.status).toBe(200);
  const recover = async (actor: Person) => {
    proxy.pass();
    await expect.poll(async () => (await ask(actor)).answer.body.database?.status, { timeout: 15_000 }).toBeTruthy();
  };

  test('200 within two seconds for whom the node has let in before: it is down', async () => {
    await enter(root);
    proxy.swallow();
    for (let round = 0; round < 2; round += 1) {
      const { answer, milliseconds } = await ask(root);
      expect(milliseconds).toBeLessThan(2_000);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        status: 'down',
        problems: ['The database does not answer.'],
        database: { latency_ms: null, status: 'down', guidance: expect.any(String) },
        migrations: null,
        jobs: null,
      });
      expect(answer.body.providers).toHaveLength(7);
    }
    expect((await timed(node.call(null, 'GET', '/admin/health'))).answer.status).toBe(200);
    await recover(root);
  });

  test('503 within two seconds for whom it cannot know: others, other tokens, and tokens that ran out', async () => {
    const stranger = await person();
    await ask(stranger);
    await enter(root);
    const again = { ...root, token: await issuer.sign(root.id, new Date(clock.now().getTime() + 1_000)) };
    proxy.swallow();
    for (const somebody of [stranger, again]) {
      const { answer, milliseconds } = await ask(somebody);
      expect([answer.status, answer.body.code]).toEqual([503, 'auth.cannot-check']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(milliseconds).toBeLessThan(2_000);
    }
    expect((await ask(null)).answer.status).toBe(401);
    clock.advance(16 * 60_000);
    expect((await ask(root)).answer.status).not.toBe(200);
    root = await renewed(root);
    await recover(root);
  });

  test('403 at once, and from then on, for whoever was a super admin and is none', async () => {
    await enter(root);
    await deps.db.updateTable('profile').set({ role: 'user' }).where('id', '=', root.id).execute();
    expect((await ask(root)).answer.status).toBe(403);
    proxy.swallow();
    expect((await ask(root)).answer.status).toBe(503);
    await recover(await superAdmin());
  });
});
