import { afterAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '#platform/db/database.ts';
import { openGuardedRoutes } from '#platform/http/guarded-routes.ts';
import { createServer } from '#platform/http/server.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase } from '#test/database/database.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { monitoringRoutes } from './monitoring.routes.ts';

const { call, clock, deps, person, server } = await startTestApp();

/** A node with the monitoring routes only, on its own database that a test can drop. */
async function startNode(change: Partial<typeof deps> = {}) {
  const { url, drop } = await createTestDatabase(inject('clusterUrl'));
  const database = createDatabase({ connectionString: url, onIdleError: () => undefined });
  const { server } = createServer({
    logger: createLogger('silent'),
    ids: createIds(clock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    limits: { congestionSample: 0 },
    trustedProxies: [],
    corsOrigins: [],
  });
  const app = { readMetrics: async () => '', isMetricsToken: null };
  const facts = {
    db: database.db,
    clock,
    migrationNames: deps.migrationNames,
    isDraining: () => false,
  };
  openGuardedRoutes(server, 'public', async () => undefined, [monitoringRoutes({ ...deps, ...facts, ...change }, app)]);
  await server.ready();
  const dropOnce = once(drop);
  afterAll(async () => {
    await Promise.all([server.close(), database.close()]);
    await dropOnce();
  });
  const get = async (path: string) => {
    const response = await server.inject({ method: 'GET', url: path });
    return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']), body: response.json() };
  };
  return { db: database.db, get, loseDatabase: dropOnce };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

describe('GET /health', () => {
  test('returns 200 while the process runs', async () => {
    const { status, body } = await call(null, 'GET', '/health');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', timestamp: clock.now().toISOString() });
  });

  test('returns 200 without a database and while draining', async () => {
    const { get, loseDatabase } = await startNode({ isDraining: () => true });
    await loseDatabase();
    expect((await get('/health')).status).toBe(200);
  });
});

describe('GET /health/ready', () => {
  test('returns 200 if the database responds and has all migrations', async () => {
    const { status, body } = await call(null, 'GET', '/health/ready');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ready', timestamp: clock.now().toISOString() });
  });

  test('returns 503 with Retry-After without a database', async () => {
    const { get, loseDatabase } = await startNode();
    expect((await get('/health/ready')).status).toBe(200);
    await loseDatabase();
    const { status, retryAfter, body } = await get('/health/ready');
    expect([status, body.code]).toEqual([503, 'health.database-unreachable']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(body.error).not.toMatch(/test_|postgres/);
  });

  test('returns 503 with Retry-After and the names of pending migrations', async () => {
    const { db, get } = await startNode({ migrationNames: [...deps.migrationNames, '9999_to_come'] });
    await db.deleteFrom('schema_migration').where('name', '=', '0001_platform').execute();
    const { status, retryAfter, body } = await get('/health/ready');
    expect([status, body.code]).toEqual([503, 'health.migrations-pending']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(body.details).toEqual([
      { path: '0001_platform', message: 'is pending' },
      { path: '9999_to_come', message: 'is pending' },
    ]);
  });

  test('returns 200 if a newer node has applied more migrations', async () => {
    const { get } = await startNode({ migrationNames: deps.migrationNames.slice(0, -1) });
    expect((await get('/health/ready')).status).toBe(200);
  });

  test.each([
    [60_000, 200],
    [60_001, 503],
    [-60_001, 503],
    [300_000, 503],
  ])('of a clock that is %d ms ahead of the database returns %d', async (offsetMs, expected) => {
    const { get } = await startNode({ readClockOffset: () => offsetMs });
    const { status, body } = await get('/health/ready');
    expect([status, body.code]).toEqual([expected, expected === 200 ? undefined : 'health.clock-off']);
    expect((await get('/health')).status).toBe(200);
  });

  test('returns 503 with Retry-After while draining', async () => {
    const { get } = await startNode({ isDraining: () => true });
    const { status, retryAfter, body } = await get('/health/ready');
    expect([status, body.code]).toEqual([503, 'health.draining']);
    expect(retryAfter).toBeGreaterThan(0);
  });
});

describe('GET /metrics', () => {
  const TOKEN = 'token-of-the-metrics';

  test('returns 401 without the configured METRICS_TOKEN, and 200 with it', async () => {
    const guarded = await startTestApp({ environment: { METRICS_TOKEN: TOKEN } });
    const read = async (headers: Record<string, string>) => {
      const { status, body } = await guarded.call(null, 'GET', '/metrics', undefined, headers);
      return [status, body?.code];
    };
    const wrong = [{}, { authorization: `Bearer ${TOKEN}s` }, { authorization: TOKEN }, { 'x-cron-secret': TOKEN }];
    for (const headers of wrong) expect(await read(headers)).toEqual([401, 'metrics.token-invalid']);
    expect(await read({ authorization: `Bearer ${TOKEN}` })).toEqual([200, undefined]);
    const admin = await guarded.superAdmin();
    expect((await guarded.call(admin, 'GET', '/metrics')).status).toBe(401);
  });

  test('returns 403 without a configured METRICS_TOKEN to other machines and through proxies', async () => {
    const read = async (remoteAddress: string, headers: Record<string, string> = {}) => {
      const response = await server.inject({ url: '/metrics', remoteAddress, headers });
      return response.statusCode === 200 ? 200 : response.json().code;
    };
    for (const address of ['127.0.0.1', '127.4.5.6', '::1', '::ffff:127.0.0.1']) expect(await read(address)).toBe(200);
    for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::7', '172.17.0.1']) {
      expect(await read(address)).toBe('metrics.token-not-set');
    }
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto']) {
      expect(await read('127.0.0.1', { [name]: '127.0.0.1' })).toBe('metrics.token-not-set');
    }
  });

  test('returns 421 for a name that a page has made to point here, unless a proxy decides the names', async () => {
    const read = async (headers: Record<string, string>) => {
      const { status, body } = await call(null, 'GET', '/metrics', undefined, headers);
      return [status, body?.code];
    };
    expect(await read({ host: 'evil.example' })).toEqual([421, 'request.host-unknown']);
    for (const host of ['meadow.test', 'localhost:3000']) expect(await read({ host })).toEqual([200, undefined]);
    const proxied = await startTestApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    expect((await proxied.call(null, 'GET', '/health', undefined, { host: 'evil.example' })).status).toBe(200);
  });

  test('returns 429 above the rate limit of an IP address', async () => {
    const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_ADDRESS: '5' } });
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await limited.call(null, 'GET', '/metrics')).status);
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429]);
  });

  test('uses the text format of Prometheus, with route patterns and no URLs', async () => {
    const ada = await person();
    const unknown = '00000000-0000-4000-8000-00000000cafe';
    await call(ada, 'GET', `/api/journal/${unknown}`);
    await call(null, 'GET', '/canary-path?q=canary-query');
    await call(null, 'GET', '/%zz-canary');
    const { status, headers, text } = await call(null, 'GET', '/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/journal\/:id",status="404"\} 1$/m,
    );
    expect(text).toMatch(/^http_request_duration_seconds_count\{method="GET",route="unknown",status="404"\} 1$/m);
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).not.toMatch(/canary|cafe/);
    const lines = text.split('\n').filter((line) => line !== '');
    for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? (-?[\d.e+-]+|Nan))$/);
  });
});
