import { afterAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database/database.ts';
import { startTestApp } from '../../../../test/start-test-app.ts';
import { createDatabase } from '../../../platform/db/database.ts';
import { openGuardedRoutes } from '../../../platform/http/guarded-routes.ts';
import { createServer } from '../../../platform/http/server.ts';
import { createIds } from '../../../platform/ids.ts';
import { createLogger } from '../../../platform/log.ts';
import { systemRandom } from '../../../platform/random.ts';
import type { OperatorDeps } from './monitoring.actions.ts';
import { operatorRoutes } from './monitoring.routes.ts';

const { call, clock, deps, person } = await startTestApp();

/** The operator's routes alone, on a database of their own that a test may break. */
async function startNode(change: Partial<OperatorDeps> = {}) {
  const { url, drop } = await createTestDatabase(inject('clusterUrl'));
  const database = createDatabase({ connectionString: url, onIdleError: () => undefined });
  const { server } = createServer({
    logger: createLogger('silent'),
    ids: createIds(clock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    limits: { eventLoopDelay: 0 },
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
  openGuardedRoutes(server, 'public', async () => undefined, [operatorRoutes({ ...facts, ...change }, app)]);
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
  test('200 for everybody while the process lives', async () => {
    const { status, body } = await call(null, 'GET', '/health');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', timestamp: clock.now().toISOString() });
  });

  test('200 also without a database, and while draining', async () => {
    const { get, loseDatabase } = await startNode({ isDraining: () => true });
    await loseDatabase();
    expect((await get('/health')).status).toBe(200);
  });
});

describe('GET /health/ready', () => {
  test('200 where the database answers and has every migration', async () => {
    const { status, body } = await call(null, 'GET', '/health/ready');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ready', timestamp: clock.now().toISOString() });
  });

  test('503 with Retry-After when the database is gone', async () => {
    const { get, loseDatabase } = await startNode();
    expect((await get('/health/ready')).status).toBe(200);
    await loseDatabase();
    const { status, retryAfter, body } = await get('/health/ready');
    expect([status, body.code]).toEqual([503, 'health.database-unreachable']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(body.error).not.toMatch(/test_|postgres/);
  });

  test('503 with Retry-After and their names while migrations are pending', async () => {
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

  test('200 where a newer node has migrated further', async () => {
    const { get } = await startNode({ migrationNames: deps.migrationNames.slice(0, -1) });
    expect((await get('/health/ready')).status).toBe(200);
  });

  test('503 with Retry-After while this node is draining', async () => {
    const { get } = await startNode({ isDraining: () => true });
    const { status, retryAfter, body } = await get('/health/ready');
    expect([status, body.code]).toEqual([503, 'health.draining']);
    expect(retryAfter).toBeGreaterThan(0);
  });
});

describe('GET /metrics', () => {
  const TOKEN = 'token-of-the-metrics';

  test('401 without METRICS_TOKEN where one is set, and 200 with it', async () => {
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

  test('429 beyond the limit of an address', async () => {
    const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_ADDRESS: '5' } });
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await limited.call(null, 'GET', '/metrics')).status);
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429]);
  });

  test('200 in the text format of Prometheus, with patterns of routes and no address', async () => {
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
