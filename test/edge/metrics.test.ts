import { describe, expect, test } from 'vitest';
import { publishEvents } from '#features/event';
import { startTestApp } from '../start-test-app.ts';

const CRON_SECRET = 'secret-of-the-metrics';
const app = await startTestApp({ environment: { CRON_SECRET } });
const { call, deps, person } = app;

/** The samples of a scrape, by the text before their value. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const { text } = await call(null, 'GET', '/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
}

/** The metrics, once they have samples of these: on a busy machine the database may take too long for one scrape. */
async function readUntil(node: Pick<typeof app, 'call'>, ...names: string[]): Promise<string> {
  let text = '';
  const hasAll = async () => {
    ({ text } = await node.call(null, 'GET', '/metrics'));
    return names.every((name) => text.includes(`\n${name}{`));
  };
  await expect.poll(hasAll, { timeout: 20_000 }).toBe(true);
  return text;
}

/** Returns the increase of a counter during the work. */
async function growthOf(sample: string, work: () => Promise<unknown>): Promise<number> {
  const before = (await scrape()).get(sample) ?? 0;
  await work();
  return ((await scrape()).get(sample) ?? 0) - before;
}

const POOL_SIZE = 10;

/** Takes all connections of the pool, and waits for `more`. Returns the function that gives them back. */
async function exhaustPool({ db }: Pick<typeof deps, 'db'>, more = 0): Promise<() => Promise<unknown>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const hold = async () => {
    begun += 1;
    await released;
  };
  const holding = Array.from({ length: POOL_SIZE + more }, () => db.transaction().execute(hold));
  await expect.poll(() => begun).toBe(POOL_SIZE);
  return () => {
    release();
    return Promise.all(holding);
  };
}

const newEntry = { title: 'Day one', content: 'I am so happy and grateful today' };

describe('GET /metrics', () => {
  test('counts errors by their code, whichever part of the server refuses', async () => {
    const codes = { 'route.unknown': '/nothing', 'auth.token-missing': '/api/journal' };
    for (const [code, url] of Object.entries(codes)) {
      const { body } = await call(null, 'GET', url);
      expect(body.code).toBe(code);
      expect(await growthOf(`http_errors_total{code="${code}"}`, () => call(null, 'GET', url))).toBe(1);
    }
  });

  test('counts answers that are replayed for an Idempotency-Key', async () => {
    const ada = await person();
    const write = () => call(ada, 'POST', '/api/journal', newEntry, { 'idempotency-key': 'key-of-the-metrics' });
    expect(await growthOf('http_idempotent_replays_total', write)).toBe(0);
    expect(await growthOf('http_idempotent_replays_total', write)).toBe(1);
  });

  test('counts the bytes of bodies', async () => {
    const { headers } = await call(null, 'GET', '/health');
    // The scrape before it is counted as well.
    const bytes = await growthOf('http_response_bytes_total', () => call(null, 'GET', '/health'));
    expect(bytes).toBeGreaterThan(Number(headers['content-length']));
  });

  test('counts new users', async () => {
    expect(await growthOf('users_created_total', person)).toBe(1);
  });

  test('measures statements, their errors by class, and the pool', async () => {
    const statements = 'database_statement_duration_seconds_count';
    expect(await growthOf(statements, () => call(null, 'GET', '/health/ready'))).toBeGreaterThanOrEqual(2);
    const fail = () =>
      deps.db
        .insertInto('profile')
        .values({ id: 'no id' } as never)
        .execute();
    expect(await growthOf('database_errors_total{class="22"}', () => expect(fail()).rejects.toThrow())).toBe(1);
    const samples = await scrape();
    expect(samples.get('database_pool_max_connections{pool="requests"}')).toBe(POOL_SIZE);
    expect(samples.get('database_pool_connections{pool="requests",state="idle"}')).toBeGreaterThan(0);
    expect(samples.get('database_pool_waiting{pool="requests"}')).toBe(0);
    expect(samples.get('database_connect_duration_seconds_count')).toBeGreaterThan(0);
  });

  test('shows who waits for a connection while the pool is exhausted', async () => {
    const release = await exhaustPool(deps, 2);
    const samples = await scrape();
    await release();
    expect(samples.get('database_pool_waiting{pool="requests"}')).toBeGreaterThanOrEqual(2);
    expect(samples.get('database_pool_connections{pool="requests",state="busy"}')).toBe(POOL_SIZE);
  });

  test('measures runs of jobs, by result, and since when they are late', async () => {
    const headers = { 'x-cron-secret': CRON_SECRET };
    const run = () => call(null, 'POST', '/api/cron/apply-retention', undefined, headers);
    const sampleOf = (result: string) =>
      `job_run_duration_seconds_count{job_name="apply-retention",result="${result}"}`;
    expect(await growthOf(sampleOf('succeeded'), run)).toBe(1);
    const fail = () => deps.jobs.runExclusive('apply-retention', () => Promise.reject(new Error('failed')));
    expect(await growthOf(sampleOf('failed'), () => expect(fail()).rejects.toThrow('failed'))).toBe(1);
  });

  test('measures calls of providers, by result, with the reason of failures, and open circuits', async () => {
    const ada = await person();
    const write = () => call(ada, 'POST', '/api/journal', newEntry);
    expect(await growthOf('provider_call_duration_seconds_count{provider="AI",result="succeeded"}', write)).toBe(1);
    app.ai.behave({ mode: 'refuse-with', status: 500 });
    expect(await growthOf('provider_call_duration_seconds_count{provider="AI",result="failed"}', write)).toBe(1);
    expect(await growthOf('provider_failures_total{provider="AI",reason="refused"}', write)).toBe(1);
    const circuit = 'provider_circuit_open{provider="AI",circuit="texts"}';
    expect((await scrape()).get(circuit)).toBe(0);
    for (let count = 0; count < 5; count += 1) await write();
    expect((await scrape()).get(circuit)).toBe(1);
    expect(await growthOf('provider_failures_total{provider="AI",reason="paused"}', write)).toBe(1);
    expect(await growthOf('provider_call_duration_seconds_count{provider="AI",result="failed"}', write)).toBe(0);
    app.ai.behave({ mode: 'normal' });
  });

  test('has no value of a user, and few samples', async () => {
    const ada = await person();
    await call(ada, 'GET', `/api/journal/${ada.id}`);
    const { text } = await call(null, 'GET', '/metrics');
    expect(text).not.toContain(ada.id);
    expect(text).not.toContain(ada.email);
    expect(text).toMatch(/^meadow_build_info\{version="test",migration="\d{4}_\w+"\} 1$/m);
    expect(text.split('\n').length).toBeLessThan(2_000);
  });
});

describe('The queues and jobs in GET /metrics', () => {
  /** They are read once in five seconds, and the clock of their ages is that of the test. */
  test('show what waits, and for how long', async () => {
    const other = await startTestApp();
    const events = [{ kind: 'mosaic.updated', audience: 'everyone', data: { date: '2026-11-20' } }] as const;
    await other.deps.db.transaction().execute((tx) => publishEvents(other.deps, tx, events));
    other.clock.advance(90_000);
    const text = await readUntil(other, 'queue_delay_seconds');
    expect(text).toMatch(/^queue_waiting\{queue="events"\} 1$/m);
    expect(text).toMatch(/^queue_delay_seconds\{queue="events"\} 90$/m);
    for (const queue of ['mails', 'pushes', 'webhooks', 'imports', 'exports']) {
      expect(text).toMatch(new RegExp(`^queue_waiting\\{queue="${queue}"\\} 0$`, 'm'));
    }
  });

  test('show which job is late, and when each last succeeded', async () => {
    const other = await startTestApp();
    await other.deps.jobs.runExclusive('reminders', async () => ({ message: 'done' }));
    const succeededAt = other.clock.now().getTime() / 1_000;
    await other.deps.jobs.runExclusive('reminders', () => Promise.reject(new Error('failed'))).catch(() => undefined);
    other.clock.advance(60 * 60_000);
    const text = await readUntil(other, 'job_last_success_timestamp_seconds', 'job_lateness_seconds');
    expect(text).toContain(`job_last_success_timestamp_seconds{job_name="reminders"} ${succeededAt}\n`);
    const lateness = Number(/^job_lateness_seconds\{job_name="reminders"\} (.+)$/m.exec(text)?.[1]);
    expect(lateness).toBeGreaterThanOrEqual(55 * 60);
    expect(lateness).toBeLessThanOrEqual(60 * 60);
  });

  test('are absent while the database cannot be asked, and the others are there', async () => {
    const other = await startTestApp();
    const release = await exhaustPool(other.deps);
    const { status, text } = await other.call(null, 'GET', '/metrics');
    await release();
    expect(status).toBe(200);
    expect(text).not.toMatch(/^(queue|job_l)\w+\{/m);
    expect(text).toMatch(/^database_pool_connections\{pool="requests",state="busy"\} 10$/m);
  });
});
