import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { seededRandom } from '#platform/seeded-random.ts';
import { createTestDatabase } from '../database/database.ts';
import { buildService, type Program, prepareEnvironment, runProgram } from '../process/service.ts';
import { startTestIssuer } from '../servers/issuer.ts';

/** One of each kind for each person. */
const PEOPLE = 100;
const AT_ONCE = 16;
/** The longest that an answer may take after a restart or a cut. */
const MAX_RESPONSE_MS = 5_000;
const PAUSE_MS = 150;
/** The same moments in every run, as far as requests tell the time. */
const SEED = process.env.SOAK_SEED ?? 'exactly once';
const KILLS = 6;
const CUTS = 14;

const build = await buildService();
afterAll(build.delete);

type Asked = { path: string; body: object; token: string; key: string; kind: string };
type Responded = { status: number; text: string; tries: number; waitedMs: number };

describe.each([1, 2])('1,000 keyed writes of ten kinds on %i node(s), with kill -9 and cut connections', (count) => {
  test('each is done once and answered within seconds', async () => {
    const service = await startService(count);
    try {
      const { asked, numbersOf } = await prepare(service);
      const random = seededRandom(`${SEED} ${count}`);
      const shuffled = asked.map((one) => ({ one, order: random() })).sort((a, b) => a.order - b.order);
      const moments = momentsIn(asked.length, random);
      const waiting = shuffled.map(({ one }) => one);
      const responses = new Map<Asked, Responded>();
      const disruptions: Promise<void>[] = [];
      let begun = 0;
      const write = async () => {
        for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
          begun += 1;
          const moment = moments.get(begun);
          if (moment !== undefined) disruptions.push(delay(moment.afterMs).then(() => service[moment.what]()));
          responses.set(one, await sendUntilResponded(service, one, begun));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, write));
      await Promise.all(disruptions);

      const all = [...responses];
      const wrong = all.filter(([, { status }]) => status !== 201);
      const usualMs = medianOf(all.filter(([, { tries }]) => tries === 1).map(([, { waitedMs }]) => waitedMs));
      const late = all.filter(([, { waitedMs }]) => waitedMs > MAX_RESPONSE_MS);
      const numbers = await numbersOf();
      const figures = {
        nodes: count,
        asked: asked.length,
        kills: service.kills(),
        cuts: service.cuts(),
        'cut connections': service.cutConnections(),
        'sent again': all.filter(([, { tries }]) => tries > 1).length,
        'answers of one try, ms (median)': Math.round(usualMs),
        'latest answer after a restart or cut, ms': Math.round(Math.max(...all.map(([, { waitedMs }]) => waitedMs))),
        lost: sum(numbers.map(({ found }) => Number(found === 0))),
        doubled: sum(numbers.map(({ found }) => Math.max(0, found - 1))),
        'answers other than 201': wrong.length,
      };
      process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
      expect(wrong.map(([one, { text }]) => `${one.path}: ${text}`)).toEqual([]);
      expect(numbers.filter(({ found }) => found !== 1)).toEqual([]);
      expect(late.map(([one, { waitedMs, tries }]) => [one.path, waitedMs, tries])).toEqual([]);
      expect([service.kills(), service.cuts()]).toEqual([KILLS, CUTS]);
      // What was answered is answered again.
      for (const [one, { text }] of all.slice(0, 50)) {
        const again = await service.send(one, 0);
        expect([await again.text(), again.headers.get('idempotency-replayed')]).toEqual([text, 'true']);
      }
      expect(await service.unevenBalances()).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});

/** Which disruption comes after which write was begun, and how many milliseconds later. */
function momentsIn(writes: number, random: () => number) {
  const moments = new Map<number, { what: 'kill' | 'cut'; afterMs: number }>();
  while (moments.size < KILLS + CUTS) {
    const at = AT_ONCE + Math.floor(random() * (writes - 2 * AT_ONCE));
    if (!moments.has(at)) moments.set(at, { what: moments.size < KILLS ? 'kill' : 'cut', afterMs: random() * 60 });
  }
  return moments;
}

type Service = Awaited<ReturnType<typeof startService>>;

async function startService(count: number) {
  const issuer = await startTestIssuer();
  const database = await createTestDatabase(inject('clusterUrl'));
  const files = await mkdtemp(join(tmpdir(), 'meadow-files-'));
  const encryptionKey = randomBytes(32).toString('base64');
  const places = await Promise.all(
    Array.from({ length: count }, () =>
      prepareEnvironment({
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: encryptionKey,
        STORAGE_URL: `file:${files}`,
        AUTH_ISSUER: issuer.issuer,
        AUTH_JWKS_URL: issuer.jwksUrl,
        AUTH_AUDIENCE: issuer.audience,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'fatal',
      }),
    ),
  );
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const run = (index: number): Program => runProgram(build.main, places[index]?.environment ?? {});
  const programs = places.map((_place, index) => run(index));
  await Promise.all(programs.map((program) => program.waitFor('Meadow is running.')));
  let [kills, cuts, cutConnections] = [0, 0, 0];
  /** When the last disruption was over, by the clock of this process; infinite while one is not. */
  let calmSince = performance.now();
  let disruptions = 0;
  let killing = Promise.resolve();
  const disturb = async (work: () => Promise<void>) => {
    disruptions += 1;
    await work();
    disruptions -= 1;
    calmSince = performance.now();
  };
  const killNext = async () => {
    const index = kills % count;
    kills += 1;
    programs[index]?.child.kill('SIGKILL');
    await programs[index]?.ended;
    // A supervisor restarts the node too. A start whose connections are cut also ends.
    for (let isRunning = false; !isRunning; ) {
      const program = run(index);
      programs[index] = program;
      isRunning = await program.waitFor('Meadow is running.').then(
        () => true,
        () => program.child.exitCode === null,
      );
    }
  };

  return {
    client,
    issuer,
    kills: () => kills,
    cuts: () => cuts,
    cutConnections: () => cutConnections,
    calmSince: () => (disruptions > 0 ? Number.POSITIVE_INFINITY : calmSince),
    /** A node at a time, so that of two one serves. */
    kill: () => {
      killing = killing.then(() => disturb(killNext));
      return killing;
    },
    cut: () =>
      disturb(async () => {
        cuts += 1;
        const { rows } = await client.query(
          'select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        cutConnections += rows[0].cut;
      }),
    send: ({ path, body, token, key }: Asked, turn: number) =>
      fetch(`${places[turn % count]?.address}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key !== '' && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      }),
    unevenBalances: async () => {
      const { rows } = await client.query(`
        select id from profile where drops_balance <>
          (select coalesce(sum(amount), 0) from drops_transaction where user_id = profile.id)`);
      return rows;
    },
    stop: async () => {
      for (const { child, ended } of programs) {
        if (child.exitCode === null) child.kill('SIGINT');
        await ended;
      }
      await client.end();
      await issuer.close();
      await database.drop();
      for (const place of places) await place.delete();
      await rm(files, { recursive: true });
    },
  };
}

/** Sends with the same key until there is an answer that is final, on one node after the other. */
async function sendUntilResponded(service: Service, one: Asked, turn: number): Promise<Responded> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    const sent = performance.now();
    const reply = await service
      .send(one, turn + tries)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    const isFinal =
      reply !== null && reply.status < 500 && reply.status !== 429 && !reply.text.includes('idempotency.in-flight');
    if (isFinal) {
      const calmSince = service.calmSince();
      const since = Math.max(tries === 1 ? sent : began, Number.isFinite(calmSince) ? calmSince : sent);
      return { ...reply, tries, waitedMs: Math.max(0, performance.now() - since) };
    }
    if (performance.now() - began > 300_000) return { status: 0, text: 'no answer', tries, waitedMs: 300_000 };
    await delay(PAUSE_MS);
  }
}

/** The people and what they write, and how to count in the database what came of each. */
async function prepare(service: Service) {
  const { client, issuer } = service;
  const tokens: { id: string; token: string }[] = [];
  const claims = { exp: Math.floor(Date.now() / 1000) + 24 * 3600 };
  const setUp = async (token: string, path: string, body: object, name: string): Promise<string> => {
    const response = await service.send({ path, body, token, key: '', kind: '' }, 0);
    const reply = (await response.json()) as Record<string, { id: string }>;
    if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply[name]?.id ?? '';
  };
  const arrive = async () => {
    const id = randomUUID();
    const token = await issuer.sign(id, new Date(), { ...claims, email: `${id}@people.test`, name: 'A Person' });
    await setUp(token, '/api/goals', { title: 'Arrived' }, 'goal');
    return { id, token };
  };
  const admin = await arrive();
  await client.query(
    `update profile set role = 'super_admin', role_changed_at = now() - interval '1 minute' where id = $1`,
    [admin.id],
  );
  const seller = await arrive();
  const pack = await setUp(
    seller.token,
    '/api/tone-packs',
    { name: 'Lakes', theme: 'nature', is_public: true, price_drops: 1 },
    'pack',
  );
  for (let index = 0; index < PEOPLE; index += 10) {
    tokens.push(...(await Promise.all(Array.from({ length: 10 }, arrive))));
  }

  const asked: Asked[] = [];
  const counts: { kind: string; tag: string; query: string }[] = [];
  for (const [index, { id, token }] of tokens.entries()) {
    const [goal, organization] = await Promise.all([
      setUp(token, '/api/goals', { title: 'Run' }, 'goal'),
      setUp(token, '/api/organizations', { name: 'Base' }, 'organization'),
    ]);
    const neighbour = tokens[(index + 1) % PEOPLE]?.id;
    const add = (kind: string, path: string, body: (tag: string) => object, query: string, by = token) => {
      const tag = `${kind} ${index}`;
      asked.push({ kind, path, body: body(tag), token: by, key: randomUUID() });
      counts.push({ kind, tag, query: query.replaceAll('$me', `'${id}'`) });
    };
    const grant = `/api/admin/users/${id}/drops`;
    add(
      'entry',
      '/api/journal',
      (title) => ({ title, content: 'Text', mood: 'calm' }),
      'journal_entry where title = $1',
    );
    add('goal', '/api/goals', (title) => ({ title }), 'goal where title = $1');
    add(
      'goal check-in',
      `/api/goals/${goal}/check-ins`,
      (notes) => ({ status: 'completed', notes }),
      'goal_check_in where notes = $1',
    );
    add('notebook', '/api/notebooks', (name) => ({ name }), 'notebook where name = $1');
    add(
      'satisfaction',
      '/api/satisfaction-entries',
      (note) => ({ score: 7, note }),
      'satisfaction_entry where note = $1',
    );
    add('organization', '/api/organizations', (name) => ({ name }), 'organization where name = $1');
    add('team', '/api/teams', (name) => ({ name, org_id: organization }), 'team where name = $1');
    add(
      'drop',
      '/api/encouragement-drops/send',
      (content) => ({ recipient_id: neighbour, drop_type: 'encouragement', content }),
      'drop_sent where content = $1',
    );
    add(
      'purchase',
      `/api/tone-packs/${pack}/purchase`,
      () => ({}),
      `drops_transaction where user_id = $me and type = 'purchase' and $1 <> ''`,
    );
    add('grant', grant, (reason) => ({ delta: 3, reason }), 'drops_transaction where description = $1', admin.token);
  }
  const numbersOf = async () => {
    const numbers: { kind: string; tag: string; found: number }[] = [];
    for (const { kind, tag, query } of counts) {
      const { rows } = await client.query(`select count(*)::int as found from ${query}`, [tag]);
      numbers.push({ kind, tag, found: rows[0].found });
    }
    return numbers;
  };
  return { asked, numbersOf };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
