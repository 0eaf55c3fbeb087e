import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createReplicas, type Replicas } from '#platform/db/replica/replicas.ts';
import { checkReplicas } from '../../src/command-line/doctor/replicas.ts';
import { weekStartAt } from '../../src/features/battle/week.rules.ts';
import { createTestDatabase, databaseUrl } from '../database/database.ts';
import { startReplicatedCluster } from '../database/replicated-cluster.ts';
import { startSecondNode } from '../second-node.ts';
import { startStubbornProxy } from '../servers/stubborn-proxy.ts';
import { type Person, startTestApp } from '../start-test-app.ts';
import { byTier } from '../tier.ts';

const cluster = await startReplicatedCluster(2);
afterAll(cluster.close);
const [steady, other] = cluster.replicas;
if (steady === undefined || other === undefined) throw new Error('The cluster has two replicas.');
const proxy = await startStubbornProxy(other.url);
const app = await startTestApp({
  cluster: { url: cluster.url, replicaUrls: [steady.url, proxy.url] },
  cachesAccounts: true,
});
const { call, person, deps } = app;
const second = await startSecondNode(app, deps.log, { cachesAccounts: true });

const replicasOf = (node: Pick<typeof app, 'deps'>) => node.deps.replicas;
const statesOf = (replicas: Replicas) => replicas.list().map(({ state }) => state);
const poll = { timeout: 30_000, interval: 20 };

/** What `work` adds to the counts of reads. */
async function countReads(replicas: Replicas, work: () => Promise<unknown>) {
  const before = replicas.counts.read();
  await work();
  const after = replicas.counts.read();
  const added = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  return { replica: added('replica'), primary: added('primary'), failed: added('primary-after-failure') };
}

const readyOn = async (node: Pick<typeof app, 'deps'>, states: string[]) =>
  expect.poll(() => statesOf(replicasOf(node)), poll).toEqual(states);

beforeEach(async () => {
  for (const node of [app, second]) await readyOn(node, ['ready', 'ready']);
});

const setPaused = async (isPaused: boolean, replicas = cluster.replicas) => {
  for (const replica of replicas) await (isPaused ? replica.pauseReplay() : replica.resumeReplay());
};
afterEach(async () => {
  if (!isPromoted) await setPaused(false);
});
let isPromoted = false;

const titlesOf = async (node: Pick<typeof app, 'call'>, reader: Person, query = '') => {
  const { status, body } = await node.call(reader, 'GET', `/api/journal?limit=100${query}`);
  expect(status).toBe(200);
  return body.entries.map(({ title }: { title: string }) => title);
};

async function write(
  node: Pick<typeof app, 'call'>,
  author: Person,
  title: string,
  more: object = {},
): Promise<string> {
  const entry = { title, content: `About ${title}`, metadata_visibility: 'public', content_visibility: 'public' };
  const { status, body, text } = await node.call(author, 'POST', '/api/journal', { ...entry, ...more });
  expect(status, text).toBe(201);
  return body.entry.id;
}

/** Writes on one node and reads on the other one at once, back and forth. Returns how reads were served. */
async function writeAndRead(rounds: number) {
  const ada = await person();
  const nodes = [app, second];
  const counts = { replica: 0, primary: 0, failed: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const [writer, reader] = round % 2 === 0 ? nodes : nodes.toReversed();
    if (writer === undefined || reader === undefined) throw new Error('There are two nodes.');
    // The newest comes first.
    app.clock.advance(1_000);
    const title = `Entry ${round}`;
    const { replica, primary, failed } = await countReads(replicasOf(reader), async () => {
      await write(writer, ada, title);
      expect((await titlesOf(reader, ada, '&scope=mine'))[0]).toBe(title);
    });
    counts.replica += replica;
    counts.primary += primary;
    counts.failed += failed;
  }
  return counts;
}

describe('a write is seen by the next read, on any node', () => {
  test('which a replica serves that has replayed it', async () => {
    const rounds = byTier(40, 100);
    const { replica, primary, failed } = await writeAndRead(rounds);
    // On a busy machine a replica may be given up on.
    expect(replica + primary + failed).toBe(rounds);
    expect(replica).toBeGreaterThan(0);
  });

  test('which the primary serves while replay is paused', async () => {
    await setPaused(true);
    const rounds = byTier(20, 40);
    const { replica, primary, failed } = await writeAndRead(rounds);
    expect([replica, primary + failed]).toEqual([0, rounds]);
    await readyOn(app, ['behind', 'behind']);
    expect(replicasOf(app).list()[0]?.lagBytes).toBeGreaterThan(0);
  });

  test('also while one of two replicas is paused, and reads go on at once', async () => {
    await steady.pauseReplay();
    const { replica } = await writeAndRead(byTier(20, 40));
    expect(replica).toBeGreaterThan(0);
  });
});

describe('what a user may no longer see', () => {
  test.each([
    [
      'an entry that becomes private',
      (author: Person, _reader: Person, id: string) =>
        call(author, 'PATCH', `/api/journal/${id}`, { metadata_visibility: 'private', content_visibility: 'private' }),
    ],
    [
      'an entry that is deleted',
      (author: Person, _reader: Person, id: string) => call(author, 'DELETE', `/api/journal/${id}`),
    ],
  ] as const)('%s is in no list from then on, however late replicas are', async (_what, narrow) => {
    const [author, reader] = [await person(), await person()];
    for (const isPaused of [false, true, false, false]) {
      const id = await write(app, author, 'A secret');
      expect(await titlesOf(second, reader, `&user_id=${author.id}`)).toEqual(['A secret']);
      await setPaused(isPaused);
      expect((await narrow(author, reader, id)).status).toBeLessThan(300);
      expect(await titlesOf(second, reader, `&user_id=${author.id}`)).toEqual([]);
      expect(await titlesOf(second, reader, `&user_id=${author.id}&q=secret`)).toEqual([]);
      await setPaused(false);
    }
  });

  test('a user who has blocked the searcher is not found from then on, however late replicas are', async () => {
    const [ada, ben] = [await person(), await person()];
    const found = async () => (await second.call(ben, 'GET', `/api/users/search?q=${ada.email}`)).body.users.length;
    for (const isPaused of [false, true, false]) {
      expect(await found()).toBe(1);
      await setPaused(isPaused);
      expect((await call(ada, 'POST', `/api/users/${ben.id}/block`)).status).toBeLessThan(300);
      expect(await found()).toBe(0);
      await setPaused(false);
      expect((await call(ada, 'DELETE', `/api/users/${ben.id}/block`)).status).toBeLessThan(300);
    }
  });
});

test.each([
  '/api/journal',
  '/api/journal?scope=mine&mood=joyful',
  '/api/journal?q=birds&facets=true',
  '/api/journal/moods?from=2026-01-01&to=2026-01-31',
  '/api/journal/on-this-day',
  '/api/tags',
  '/api/mosaics',
  '/api/workout-window/mosaic/2026-01-05',
  '/api/workout-window/battle/history',
  `/api/workout-window/battle/week/${weekStartAt(app.clock.now())}`,
  '/api/encouragement-drops/leaderboard',
  '/api/users/search?q=person',
])('GET %s is served by a replica, as by the primary', async (url) => {
  const ada = await person();
  await write(app, ada, 'Birds', { tags: ['birds'] });
  // On a busy machine a replica may be given up on, now and then.
  await expect
    .poll(async () => {
      const { replica, failed } = await countReads(deps.replicas, async () => {
        const { status, body } = await call(ada, 'GET', url);
        expect(status).toBe(200);
        expect(body).toEqual(expect.any(Object));
      });
      return replica > 0 && failed === 0;
    }, poll)
    .toBe(true);
});

describe('a replica that', () => {
  test('no longer responds is left, without a failed request, and used again when it does', async () => {
    const ada = await person();
    await write(app, ada, 'Here');
    proxy.swallow();
    onTestFinished(proxy.pass);
    const lists = await Promise.all(Array.from({ length: 10 }, () => titlesOf(app, ada)));
    expect(lists.every((titles) => titles.includes('Here'))).toBe(true);
    await readyOn(app, ['ready', 'unreachable']);
    expect(await titlesOf(app, ada)).toContain('Here');
    proxy.pass();
    await readyOn(app, ['ready', 'ready']);
  });

  test('is asked to lock or write refuses, and the primary is not asked instead', async () => {
    const lock = sql`select from profile for update`;
    const codeOfLock = () =>
      deps
        .read((db) => lock.execute(db))
        .then(
          () => 'locked on the primary, since no replica was ready',
          (error: { code: string }) => error.code,
        );
    await expect.poll(codeOfLock, poll).toBe('25006');
  });

  test('is left is named by the health page, the metrics and the doctor', async () => {
    await setPaused(true, [steady]);
    await write(app, await person(), 'Not replayed');
    await readyOn(app, ['behind', 'ready']);
    const { host } = new URL(steady.url);
    const root = await app.superAdmin();
    // The other one may be behind for a moment, too.
    const health = async () => (await call(root, 'GET', '/api/admin/health')).body;
    await expect.poll(health, poll).toMatchObject({
      problems: [expect.stringMatching(`^The replica ${host} serves no reads`)],
      database: {
        replicas: [{ name: host, state: 'behind', lag_bytes: expect.any(Number) }, { state: 'ready' }],
      },
    });
    const { text } = await call(null, 'GET', '/metrics');
    expect(text).toContain(`database_replica_ready{replica="${host}"} 0`);
    expect(text).toMatch(/^database_reads_total\{result="replica"\} \d+$/m);
    // It looks once.
    const found = async () => (await checkReplicas(deps.config, deps.log)).map(({ state }) => state);
    await expect.poll(found, poll).toEqual(['warn', 'ok']);
  });

  test('is of another system is refused', async () => {
    const elsewhere = await createTestDatabase(inject('clusterUrl'));
    onTestFinished(elsewhere.drop);
    const { url } = elsewhere;
    const replicas = openReplicas(app.databaseUrl, url);
    await expect.poll(() => statesOf(replicas), poll).toEqual(['other-system']);
    expect(await countReads(replicas, () => replicas.read(async () => 1))).toMatchObject({ replica: 0, primary: 1 });
  });

  // The last one, since it takes the cluster apart.
  test('was promoted is refused, and so is, beside it, a replica of the former primary', async () => {
    isPromoted = true;
    await steady.promote();
    await readyOn(app, ['promoted', 'ready']);
    const ofNew = openReplicas(databaseUrlOf(steady.url), databaseUrlOf(other.url));
    await expect.poll(() => statesOf(ofNew), poll).toEqual(['other-timeline']);
    const ada = await person();
    await write(app, ada, 'After');
    expect(await titlesOf(app, ada)).toContain('After');
  });
});

const databaseUrlOf = (clusterUrl: string) => databaseUrl(clusterUrl, new URL(app.databaseUrl).pathname.slice(1));

function openReplicas(connectionString: string, replicaUrl: string): Replicas {
  const replicas = createReplicas({
    primary: deps.db,
    primaryPool: { connectionString },
    replicaUrls: [replicaUrl],
    log: deps.log,
  });
  afterAll(replicas.close);
  return replicas;
}
