import pg from 'pg';
import { pino } from 'pino';
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createTestDatabase } from '#test/database/database.ts';
import { systemClock } from '../../clock.ts';
import { createIds } from '../../ids.ts';
import { systemRandom } from '../../random.ts';
import { openGuardedRoutes, type Routes } from '../guarded-routes.ts';
import { createServer } from '../server.ts';
import { createRequestLimits, networkOf, type RequestLimitSettings } from './rate-limit.ts';

const database = await createTestDatabase(inject('clusterUrl'));
afterAll(database.drop);

const routes: Routes = (scope) => {
  scope.get('/usual', async () => 'served');
  scope.get('/costly', { config: { costly: 'ai' } }, async () => 'served');
  scope.get('/rare', { config: { perHour: 'videos' } }, async () => 'served');
  scope.get('/rare/too', { config: { perHour: 'videos' } }, async () => 'served');
  scope.get('/rarer', { config: { perHour: 'windows' } }, async () => 'served');
  scope.get('/quota', { config: { quotaPerHour: 4 } }, async () => 'served');
  scope.get('/vital', { config: { skipLoadShedding: true } }, async () => 'served');
  scope.get('/signed', { config: { isSigned: true } }, async () => 'served');
};

const SETTINGS = {
  ...readConfig({ RATE_LIMIT_PER_HOUR_VIDEOS: '3', RATE_LIMIT_PER_HOUR_WINDOWS: '2' }).requestLimits,
  perUser: 60,
};

type TestResponse = { status: number; headers: Record<string, unknown> };
type Node = { get: (caller: string, url?: string, headers?: Record<string, string>) => Promise<TestResponse> };

/** A server on the shared database that takes the user id from the header `caller`. */
async function startNode(settings: Partial<RequestLimitSettings>, connectionString = database.url): Promise<Node> {
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 2_000, max: 4 });
  const limits = createRequestLimits(pool, { ...SETTINGS, ...settings });
  const { server } = createServer({
    logger: pino({ level: 'silent' }),
    ids: createIds(systemClock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    trustedProxies: [],
    corsOrigins: [],
    limits: { congestionSample: 0 },
  });
  const guard = async (...[request, reply]: Parameters<typeof limits.countAddress>) =>
    limits.countUser(request, reply, String(request.headers.caller));
  openGuardedRoutes(server, 'member', guard, [routes]);
  onTestFinished(async () => {
    await server.close();
    await pool.end();
  });
  return {
    get: async (caller, url = '/usual', sent = {}) => {
      const { statusCode, headers } = await server.inject({ method: 'GET', url, headers: { ...sent, caller } });
      return { status: statusCode, headers };
    },
  };
}

/** By the clock of the process, which begins with it. */
const AFTER_ALL_WINDOWS_MS = 86_400_000;

/** Ends the windows of a caller in the database, as if their time had passed. */
async function endWindows(caller: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const { rowCount } = await pool.query('update rate_limit set expire = 0 where key like $1', [`%:${caller}`]);
  await pool.end();
  expect(rowCount).toBeGreaterThan(0);
}

const burst = async (node: Node, caller: string, count: number, url?: string) =>
  (await Promise.all(Array.from({ length: count }, () => node.get(caller, url)))).map(({ status }) => status);

const served = (statuses: number[]) => statuses.filter((status) => status === 200).length;

describe('one node', () => {
  test.each([300, 100, 61, 10, 1])('serves exactly the limit of %i to requests that come at once', async (limit) => {
    const node = await startNode({ perUser: limit });
    const statuses = await burst(node, `at-once-${limit}`, limit + 40);
    expect(served(statuses)).toBe(limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  test('serves exactly the limit to requests that come one after the other', async () => {
    const node = await startNode({ perUser: 61 });
    const statuses: number[] = [];
    for (let index = 0; index < 65; index += 1) statuses.push((await node.get('one-by-one')).status);
    expect(statuses).toEqual([...Array(61).fill(200), ...Array(4).fill(429)]);
  });

  test('counts people apart', async () => {
    const node = await startNode({ perUser: 5 });
    await burst(node, 'ada', 10);
    expect(served(await burst(node, 'ben', 5))).toBe(5);
  });

  test('says how many are left and when the window ends', async () => {
    const node = await startNode({ perUser: 60 });
    const first = await node.get('reader');
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '60',
      'ratelimit-remaining': '59',
      'ratelimit-policy': '60;w=60',
    });
    expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(50);
    expect(Number(first.headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
    expect((await node.get('reader')).headers['ratelimit-remaining']).toBe('58');
    expect(first.headers).not.toHaveProperty('retry-after');

    await burst(node, 'reader', 60);
    const refused = await node.get('reader');
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '60', 'ratelimit-remaining': '0' });
    expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  });

  test('serves again when the window is over', async () => {
    expect(served(await burst(await startNode({ perUser: 3 }), 'patient', 9))).toBe(3);
    expect((await (await startNode({ perUser: 3 })).get('patient')).status).toBe(429);
    await endWindows('patient');
    // The nodes before remember the refusal until the window would have ended.
    expect(served(await burst(await startNode({ perUser: 3 }), 'patient', 9))).toBe(3);
  });

  test('uses no place of a window that is over', async () => {
    const node = await startNode({ perUser: 60 });
    const left = async () => (await node.get('late')).headers['ratelimit-remaining'];
    expect(await left()).toBe('59');
    // The node has one more place of this window.
    await endWindows('late');
    const now = vi.spyOn(performance, 'now').mockReturnValue(AFTER_ALL_WINDOWS_MS);
    onTestFinished(() => now.mockRestore());
    expect(await left()).toBe('59');
  });

  test('limits costly routes more narrowly, and counts neither vital nor signed ones', async () => {
    const node = await startNode({ perUser: 60, costly: 10 });
    expect(served(await burst(node, 'spender', 30, '/costly'))).toBe(10);
    expect((await node.get('spender')).status).toBe(200);
    expect(served(await burst(node, 'spender', 100))).toBeLessThan(60);
    expect(served(await burst(node, 'spender', 100, '/vital'))).toBe(100);
    expect(served(await burst(node, 'spender', 100, '/signed'))).toBe(100);
  });

  test('counts what is signed where it comes with an Idempotency-Key', async () => {
    const node = await startNode({});
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, key) => node.get('keeper', '/signed', { 'idempotency-key': `${key}` })),
    );
    expect(served(responses.map(({ status }) => status))).toBe(60);
  });

  test('serves a group of rare routes so many times an hour to each caller, apart from other groups', async () => {
    const node = await startNode({});
    expect(served(await burst(node, 'rarely', 9, '/rare'))).toBe(3);
    expect(served(await burst(node, 'rarely', 9, '/rare/too'))).toBe(0);
    expect(served(await burst(node, 'rarely', 9, '/rarer'))).toBe(2);
    expect(served(await burst(node, 'another', 9, '/rare'))).toBe(3);
    expect((await node.get('rarely')).status).toBe(200);
  });

  test('counts locally while the database is unreachable, and returns no 500', async () => {
    const node = await startNode({ perUser: 30 }, 'postgres://postgres@127.0.0.1:1/nowhere');
    const statuses = await burst(node, 'stranded', 50);
    expect([served(statuses), statuses.filter((status) => status === 429).length]).toEqual([30, 20]);
  });

  test('limits no caller if the limits are off', async () => {
    const node = await startNode({ isOn: false, perUser: 1 });
    expect(served(await burst(node, 'free', 50))).toBe(50);
    expect((await node.get('free')).headers).not.toHaveProperty('ratelimit-limit');
    expect(served(await burst(node, 'free', 9, '/rare'))).toBe(9);
  });

  test.each([true, false])('keeps a quota, whether limits are on: %s', async (isOn) => {
    const node = await startNode({ isOn });
    expect(served(await burst(node, `quota-${isOn}`, 9, '/quota'))).toBe(4);
    expect((await node.get(`quota-${isOn}`)).status).toBe(200);
  });
});

describe('two nodes on one database', () => {
  test.each([300, 100, 10])('serve together no more than the limit of %i, and hardly less', async (limit) => {
    const nodes = await Promise.all([startNode({ perUser: limit }), startNode({ perUser: limit })]);
    const statuses = await Promise.all(nodes.map((node) => burst(node, `everywhere-${limit}`, limit)));
    const total = served(statuses.flat());
    expect(total).toBeLessThanOrEqual(limit);
    // One of them may have asked for a whole lot when only a part of one was left.
    expect(total).toBeGreaterThan(limit - 2 * Math.max(1, limit / 30));
    expect(served([(await nodes[0].get(`everywhere-${limit}`)).status])).toBe(0);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['no address', 'no address'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
