import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../database/database.ts';
import { buildService, withMigration } from '../process/service.ts';
import { startTestBucket } from '../servers/bucket.ts';
import { type DrillResponse, type DrillUser, send, signUp } from './servers/client.ts';
import { type DrillNode, startNodes } from './servers/nodes.ts';
import { type RoundRobinProxy, startRoundRobinProxy } from './servers/round-robin-proxy.ts';

const READS = 200;
const ROUNDS = 20;
const REQUESTS_PER_SECOND = 30;
const USERS_UNDER_LOAD = 10;
/** How long the load goes on before the first restart, between two, and after the last. */
const STEADY_MS = 3_000;

/** What an upgrade adds, as docs/operations.md allows: older nodes meet a column and a table that they do not know. */
const NEXT_MIGRATION = '9999_additions';
const ADDITIONS = `
  alter table journal_entry add column weather text;
  alter table profile add column pronouns text;
  create table weather (id uuid primary key);`;

const build = await buildService();
const bucket = await startTestBucket();
afterAll(build.delete);

const SETTINGS = {
  // It is the issuer of access tokens, so all nodes have the same.
  PUBLIC_URL: 'http://meadow.test',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  STORAGE_URL: `s3://${bucket.bucket}?endpoint=${bucket.endpoint}`,
  AWS_ACCESS_KEY_ID: bucket.accessKeyId,
  AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  TRUSTED_PROXIES: '127.0.0.0/8',
  // All but one limit are out of the way: a few users send everything.
  RATE_LIMIT_PER_USER: '1000000',
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_COSTLY: '1000000',
  RATE_LIMIT_AT_ONCE_PER_USER: '1000',
  RATE_LIMIT_AT_ONCE_PER_ADDRESS: '1000',
};

const statusesOf = (responses: readonly DrillResponse[]) => responses.map(({ status }) => status).sort();

describe('three nodes behind a proxy', () => {
  const count = 3;
  let nodes: DrillNode[] = [];
  let proxy: RoundRobinProxy;
  let client: pg.Client;
  const closing: (() => Promise<unknown>)[] = [];

  /** A node, in turn. */
  const at = (index: number): string => nodes[index % count]?.url ?? '';
  /** Sends at once from all nodes, twice from each. */
  const onAllNodes = (work: (url: string, index: number) => Promise<DrillResponse>) =>
    Promise.all(Array.from({ length: 2 * count }, (_, index) => work(at(index), index)));

  beforeAll(async () => {
    // Empty: the nodes migrate it, all of them at once.
    const database = await createTestDatabase(inject('clusterUrl'), 'template0');
    closing.push(database.drop);
    const names = Array.from({ length: count }, (_, index) => `node-${index + 1}`);
    const started = await startNodes(build, names, { ...SETTINGS, DATABASE_URL: database.url });
    closing.push(started.close);
    nodes = started.nodes;
    proxy = await startRoundRobinProxy(nodes.map(({ url }) => url));
    closing.push(proxy.close);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    closing.push(() => client.end());
  });
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  test('a write is seen by the next read, on another node', async () => {
    const ada = await signUp(at(0));
    const missed: string[] = [];
    for (let index = 0; index < READS; index += 1) {
      const title = `Entry ${index}`;
      const { body, status } = await ada.send(at(index), 'POST', '/api/journal', { title, content: 'Words.' });
      expect(status).toBe(201);
      const read = await ada.send(at(index + 1), 'GET', `/api/journal/${body.entry.id}`);
      if (read.body.entry?.title !== title) missed.push(title);
    }
    expect(missed).toEqual([]);
  });

  test('a request that is sent to all nodes at once with one key takes effect once', async () => {
    const ada = await signUp(at(0));
    for (let round = 0; round < ROUNDS; round += 1) {
      const entry = { title: `Round ${round}`, content: 'Words.' };
      const key = { 'idempotency-key': randomUUID() };
      const responses = await onAllNodes((url) => ada.send(url, 'POST', '/api/journal', entry, key));
      const created = responses.filter(({ status }) => status === 201);
      expect(new Set(created.map(({ body }) => body.entry.id)).size).toBe(1);
      const others = responses.filter(({ status }) => status !== 201);
      expect(others.map(({ body }) => body.code)).toEqual(others.map(() => 'idempotency.in-flight'));
    }
    const { rows } = await client.query(
      `select title, count(*)::int from journal_entry where user_id = $1 group by title having count(*) <> 1`,
      [ada.id],
    );
    expect(rows).toEqual([]);
  });

  test('one export of a user is claimed, whichever nodes are asked, and one node makes it', async () => {
    const ada = await signUp(at(0));
    const responses = await onAllNodes((url) => ada.send(url, 'POST', '/api/user/exports'));
    expect(statusesOf(responses)).toEqual([201, ...Array(2 * count - 1).fill(409)]);
    const exportsOf = async () => (await ada.send(at(1), 'GET', '/api/user/exports')).body.exports;
    await expect.poll(exportsOf, { timeout: 60_000 }).toMatchObject([{ status: 'ready' }]);
    const { rows } = await client.query('select attempts from data_export where user_id = $1', [ada.id]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });

  test('a tone pack is bought once', async () => {
    const [owner, buyer] = [await signUp(at(0)), await signUp(at(1))];
    const order = { name: 'Lakes', theme: 'nature', is_public: true, price_drops: 20 };
    const { body } = await owner.send(at(0), 'POST', '/api/tone-packs', order);
    const path = `/api/tone-packs/${body.pack.id}/purchase`;
    const responses = await onAllNodes((url) => buyer.send(url, 'POST', path));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (let node = 0; node < count; node += 1) {
      expect((await buyer.send(at(node), 'GET', '/api/drops/balance')).body.balance).toBe(30);
    }
  });

  test('a limit counts the requests of all nodes', async () => {
    const join = (url: string) =>
      send(url, 'POST', '/api/waitlist', { body: { email: `${randomUUID()}@people.test` } });
    const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => join(at(index))));
    expect(statusesOf(responses)).toEqual([...Array(10).fill(200), ...Array(14).fill(429)]);
  });

  test('a block counts at once, on all nodes', async () => {
    const [ada, ben] = [await signUp(at(0)), await signUp(at(1))];
    const drop = { recipient_id: ada.id, drop_type: 'encouragement', content: 'Go on!' };
    const blocked: (string | undefined)[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status } = await ada.send(at(round), 'POST', `/api/users/${ben.id}/block`);
      expect([200, 201]).toContain(status);
      blocked.push((await ben.send(at(round + 1), 'POST', '/api/encouragement-drops/send', drop)).body.code);
      await ada.send(at(round + 1), 'DELETE', `/api/users/${ben.id}/block`);
    }
    expect(blocked).toEqual(Array(ROUNDS).fill('drops.recipient-unavailable'));
  });

  test('a session ends at once, on all nodes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { session } = await signUp(at(round));
      const tokenAt = (url: string) => send(url, 'GET', '/auth/token', { token: session });
      expect((await tokenAt(at(round + 1))).status).toBe(200);
      expect((await send(at(round), 'POST', '/auth/sign-out', { token: session, body: {} })).status).toBe(200);
      for (let node = 0; node < count; node += 1) expect((await tokenAt(at(node))).status).toBe(401);
    }
  });

  test('log lines and connections name their node', async () => {
    const ada = await signUp(proxy.url);
    const id = `drill-${randomUUID()}`;
    await ada.send(at(1), 'GET', '/api/user/profile', undefined, { 'x-request-id': id });
    await expect.poll(() => nodes[1]?.program().printed()).toMatch(new RegExp(`"node":"node-2".*"reqId":"${id}"`));
    const { rows } = await client.query<{ name: string }>(
      `select distinct split_part(application_name, ' ', 2) as name from pg_stat_activity
       where datname = current_database() and application_name like 'meadow %' order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(nodes.map(({ name }) => name));
  });

  /** Restarts the nodes one after another under load, and expects that no request is lost or doubled. */
  async function expectNoLoss(drill: string, start: (node: DrillNode) => Promise<void>): Promise<void> {
    const users = await Promise.all(Array.from({ length: USERS_UNDER_LOAD }, (_, index) => signUp(at(index))));
    const load = startLoad(proxy.url, users, drill);
    const before = new Map(proxy.counts);
    await delay(STEADY_MS);
    for (const node of nodes) {
      expect(await node.stop('SIGTERM')).toBe(0);
      await start(node);
      await expect.poll(() => proxy.isReady(node.url), { timeout: 60_000 }).toBe(true);
      await delay(STEADY_MS);
    }
    const { sent, failures, acknowledged } = await load.stop();
    const { rows } = await client.query<{ title: string; count: number }>(
      'select title, count(*)::int from journal_entry where starts_with(title, $1) group by title',
      [drill],
    );
    const counts = new Map(rows.map(({ title, count: times }) => [title, times]));
    const lost = acknowledged.filter((title) => !counts.has(title));
    const doubled = rows.filter(({ count: times }) => times > 1);
    const reasons = [...new Set(failures.map(({ status, body }) => (body as { code?: string }).code ?? status))].join(
      ', ',
    );
    process.stdout.write(
      `${drill}, ${count} nodes: ${sent} requests, ${failures.length} failed (${reasons}), ${acknowledged.length} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled\n`,
    );
    expect({ failures, lost, doubled }).toEqual({ failures: [], lost: [], doubled: [] });
    for (const { url } of nodes) {
      expect((proxy.counts.get(url) ?? 0) - (before.get(url) ?? 0)).toBeGreaterThan(sent / count / 4);
    }
  }

  test(`a rolling restart under ${REQUESTS_PER_SECOND} requests/s loses no request and doubles nothing`, () =>
    expectNoLoss('Restart', (node) => node.start()));

  test('so does one a day after the migration that prepares the partitions of notifications, which makes them', async () => {
    const isPartitioned = async () =>
      (await client.query(`select from pg_partitioned_table where partrelid = 'notification'::regclass`)).rows.length;
    expect(await isPartitioned()).toBe(0);
    // All of them, since they are in order of time.
    await client.query(`
      update schema_migration set timestamp = to_char(
        timestamp::timestamptz at time zone 'UTC' - interval '2 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
    await expectNoLoss('Partition', async (node) => {
      await node.start();
      expect(await isPartitioned()).toBe(1);
    });
  });

  test('so does a rolling upgrade to a version whose migration adds to the schema, and the way back', async () => {
    const newer = await withMigration(build, NEXT_MIGRATION, ADDITIONS);
    closing.push(newer.delete);
    const lastMigration = async () =>
      (await client.query('select name from schema_migration order by name desc limit 1')).rows;
    await expectNoLoss('Upgrade', async (node) => {
      await node.start(newer);
      expect(await lastMigration()).toEqual([{ name: NEXT_MIGRATION }]);
    });
    await expectNoLoss('Downgrade', async (node) => {
      await node.start();
      expect(node.program().printed()).toContain('"migrations.newer"');
    });
  });
});

/** Sends at a fixed rate, however long responses take: a write, and then a read of the last acknowledged write of its user. */
function startLoad(url: string, users: readonly DrillUser[], title: string) {
  const inFlight = new Set<Promise<void>>();
  const failures: { status: number; body: unknown }[] = [];
  const acknowledged: string[] = [];
  const lastEntries = new Map<DrillUser, { id: string; title: string }>();
  let sent = 0;

  async function write(user: DrillUser, title: string): Promise<void> {
    const key = { 'idempotency-key': randomUUID() };
    const { status, body } = await user.send(url, 'POST', '/api/journal', { title, content: 'Words.' }, key);
    if (status !== 201) return void failures.push({ status, body });
    acknowledged.push(title);
    lastEntries.set(user, { id: body.entry.id, title });
  }

  async function read(user: DrillUser): Promise<void> {
    const expected = lastEntries.get(user);
    const path = expected === undefined ? '/api/journal' : `/api/journal/${expected.id}`;
    const { status, body } = await user.send(url, 'GET', path);
    const isRight = status === 200 && (expected === undefined || body.entry.title === expected.title);
    if (!isRight) failures.push({ status, body });
  }

  const timer = setInterval(() => {
    const user = users[Math.floor(sent / 2) % users.length] as DrillUser;
    const request = (sent % 2 === 0 ? write(user, `${title} ${sent}`) : read(user)).finally(() =>
      inFlight.delete(request),
    );
    inFlight.add(request);
    sent += 1;
  }, 1_000 / REQUESTS_PER_SECOND);

  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(inFlight);
      return { sent, failures, acknowledged };
    },
  };
}
