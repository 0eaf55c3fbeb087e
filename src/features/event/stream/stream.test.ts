import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type AppLimits, createApp } from '#app/app.ts';
import { createDeps, type Deps } from '#app/deps.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { createChannel } from '#platform/db/connection/channel.ts';
import type { EventStream } from '#platform/http/event-streams.ts';
import { systemRandom } from '#platform/random.ts';
import { databaseUrl as urlOf } from '#test/database/database.ts';
import { listenOnLoopback } from '#test/edge/raw-http.ts';
import { FAST_PASSWORDS } from '#test/passwords.ts';
import { LIMITS, type Person, startTestApp } from '#test/start-test-app.ts';
import { type EventAudience, type NewEvent, publishEvents } from '../index.ts';
import { EVENT_CHANNEL } from '../sequencer/sequencer.store.ts';
import { createEventHub } from './event-hub.actions.ts';
import { openTestStream, type StreamRequest, type TestStream } from './test-stream.ts';

const MAX_REQUESTS = 8;
const HOUR_MS = 60 * 60_000;
const app = await startTestApp({ limits: { heartbeatInterval: 100, requestConcurrency: MAX_REQUESTS } });
const { call, deps, clock, databaseUrl } = app;
const port = await listenOnLoopback(app.server);
deps.sequencer.start();

/** Opens a stream, again where a busy machine could not open it in time. */
async function listen(reader: Person | null, more: StreamRequest = {}, at = port): Promise<TestStream> {
  const stream = await openTestStream(at, { ...(reader !== null && { token: reader.token }), ...more });
  if (stream.status !== 503) return stream;
  await stream.ended;
  return JSON.parse(stream.text()).code === 'events.node-full' ? stream : listen(reader, more, at);
}
const resume = (reader: Person, id: string | undefined) => listen(reader, { headers: { 'last-event-id': id ?? '' } });

/** A user with a token of a day, whose first events have been sent. */
async function person(): Promise<Person> {
  const created = await app.person({ exp: clock.now().getTime() / 1_000 + 86_400 });
  await stored();
  return created;
}

/** An event that a test finds again by its balance. */
const event = (audience: EventAudience, balance: number, actorId: string | null = null): NewEvent => ({
  kind: 'wallet.changed',
  audience,
  actorId,
  data: { transaction_id: randomUUID(), amount: 1, balance },
});
const to = ({ id }: Person, balance: number, actor?: Person) => event({ userIds: [id] }, balance, actor?.id);
const publish = (events: readonly NewEvent[], node: Deps = deps) =>
  node.db.transaction().execute((tx) => publishEvents(node, tx, events));
/** What a stream got of these events. */
const balances = (stream: TestStream): number[] =>
  stream.events().flatMap(({ event: kind, data }) => (kind === 'wallet.changed' ? [data.data.balance] : []));
/** Tests share a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { interval: 5 });
const eventuallyBalances = (stream: TestStream) => eventually(() => balances(stream));

const lastPosition = async () =>
  (await deps.db.selectFrom('event_sequence').select('last_position').executeTakeFirstOrThrow()).last_position;
/** Resolves when everything published so far has its position. */
const stored = () => eventually(() => deps.db.selectFrom('event_outbox').select('id').execute()).toEqual([]);
const deactivate = ({ id }: Person) =>
  deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', id).execute();

/** Another node on the same database, with a port. */
async function startNode(limits: Partial<AppLimits> = {}) {
  const { config, log } = deps;
  const node = await createDeps({
    ...{ config, addresses: atOneAddress(databaseUrl), clock, random: systemRandom, log, version: 'test' },
    isDraining: () => false,
    passwordHashing: FAST_PASSWORDS,
  });
  const { server } = createApp(node.deps, { ...LIMITS, ...limits });
  onTestFinished(async () => {
    await server.close();
    await node.close();
  });
  return { deps: node.deps, server, port: await listenOnLoopback(server) };
}

/** Cuts all connections of the application to its database. */
async function cutConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(inject('clusterUrl'), 'postgres') });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(databaseUrl).pathname.slice(1),
  ]);
  await client.end();
}

describe('GET /api/events', () => {
  test('begins with the position, then sends each event as it is documented', async () => {
    const ada = await person();
    await stored();
    const position = await lastPosition();
    const stream = await listen(ada);
    expect([stream.status, stream.headers]).toMatchObject([
      200,
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      },
    ]);
    const wanted = to(ada, 7);
    await publish([wanted]);
    await eventually(() => stream.events().length).toBe(2);
    const data = { kind: 'wallet.changed', version: 1, occurred_at: clock.now().toISOString(), data: wanted.data };
    expect(stream.events()).toEqual([
      { id: String(position), event: 'ready', data: { kind: 'ready' } },
      { id: String(position + 1), event: 'wallet.changed', data },
    ]);
  });

  test('sends no events of other users, and none before the commit', async () => {
    const [ada, ben] = [await person(), await person()];
    const [ofAda, ofBen] = [await listen(ada), await listen(ben)];
    await deps.db.transaction().execute(async (tx) => {
      await publishEvents(deps, tx, [to(ada, 1)]);
      await publish([to(ben, 2)]);
      await eventuallyBalances(ofBen).toEqual([2]);
      expect(balances(ofAda)).toEqual([]);
    });
    await eventuallyBalances(ofAda).toEqual([1]);
    expect(balances(ofBen)).toEqual([2]);
  });

  test('sends events of all nodes to all streams of the user, in one order', async () => {
    const node = await startNode();
    const ada = await person();
    const streams = [await listen(ada), await listen(ada), await listen(ada, {}, node.port)];
    await publish([to(ada, 1)]);
    await publish([to(ada, 2)], node.deps);
    for (const stream of streams) await eventuallyBalances(stream).toHaveLength(2);
    const orders = streams.map((stream) => stream.events().slice(1));
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
  });

  test('sends an event to everyone, and one to 10,000 users, which a message of the channel could not name', async () => {
    const [ada, ben] = [await person(), await person()];
    const [ofAda, ofBen] = [await listen(ada), await listen(ben)];
    const others = Array.from({ length: 9_999 }, () => randomUUID());
    await publish([event({ userIds: [...others, ada.id] }, 1), event('everyone', 2)]);
    await eventuallyBalances(ofAda).toEqual([1, 2]);
    await eventuallyBalances(ofBen).toEqual([2]);
  });

  test('continues after Last-Event-ID with what was missed, then sends new events', async () => {
    const [ada, ben] = [await person(), await person()];
    const first = await listen(ada);
    await publish([to(ada, 1)]);
    await eventuallyBalances(first).toEqual([1]);
    first.disconnect();
    for (const balance of [2, 3]) await publish([to(ada, balance), to(ben, 0)]);
    await publish([event('everyone', 4)]);
    await stored();
    const second = await resume(ada, first.lastId());
    await publish([to(ada, 5)]);
    await eventuallyBalances(second).toEqual([2, 3, 4, 5]);
    expect(second.events().map(({ event }) => event)).not.toContain('ready');
  });

  test('takes the last id from the query, if there is none in the header', async () => {
    const ada = await person();
    await stored();
    const position = await lastPosition();
    await publish([to(ada, 1), to(ada, 2)]);
    await stored();
    await eventuallyBalances(await listen(ada, { query: `last_event_id=${position}` })).toEqual([1, 2]);
    const headers = { 'last-event-id': String(position + 1) };
    await eventuallyBalances(await listen(ada, { query: `last_event_id=${position}`, headers })).toEqual([2]);
  });

  test.each([
    ['that is no id', () => `' or 1=1 --`],
    ['of an event that does not exist', () => '999999999'],
    ['with a number that no database can store', () => '9'.repeat(30)],
  ])('sends reset for a Last-Event-ID %s, then new events', async (_, idOf) => {
    const ada = await person();
    const stream = await resume(ada, idOf());
    await publish([to(ada, 1)]);
    await eventuallyBalances(stream).toEqual([1]);
    expect(stream.events()[0]).toMatchObject({ event: 'reset', data: { kind: 'reset', reason: 'unknown' } });
    await eventuallyBalances(await resume(ada, stream.events()[0]?.id)).toEqual([1]);
  });

  test('sends reset for more than 1,000 missed events', async () => {
    const ada = await person();
    const first = await listen(ada);
    await eventually(() => first.lastId()).toBeDefined();
    first.disconnect();
    await publish(Array.from({ length: 1_000 }, (_, index) => to(ada, index)));
    await stored();
    const missed = await resume(ada, first.lastId());
    await eventuallyBalances(missed).toHaveLength(1_000);
    await publish([to(ada, 1_000)]);
    await stored();
    const late = await resume(ada, first.lastId());
    await eventually(() => late.events().length).toBe(1);
    expect(late.events()[0]).toMatchObject({ event: 'reset', data: { reason: 'too-many' } });
  });

  test('sends reset for an event that is no longer kept, and continues a quiet stream after its heartbeat', async () => {
    const [ada, ben] = [await person(), await person()];
    const [ofAda, ofBen] = [await listen(ada), await listen(ben)];
    await publish([to(ada, 1)]);
    await eventuallyBalances(ofAda).toEqual([1]);
    const old = ofAda.lastId();
    ofAda.disconnect();
    await publish([to(ada, 2)]);
    await stored();
    clock.advance(HOUR_MS + 1);
    await publish([event('everyone', 3)]);
    await eventuallyBalances(ofBen).toEqual([3]);
    await eventually(() => deps.db.selectFrom('event').select('position').execute()).toHaveLength(1);
    const late = await resume(ada, old);
    await eventually(() => late.events().length).toBe(1);
    expect(late.events()[0]).toMatchObject({ event: 'reset', data: { reason: 'expired' } });

    // Ben's stream has heard of nothing for two hours but a heartbeat.
    const quiet = await listen(ben, { headers: { 'last-event-id': ofBen.lastId() ?? '' } });
    await publish([to(ada, 4)]);
    await stored();
    const position = String(await lastPosition());
    await eventually(() => quiet.lastId()).toBe(position);
    clock.advance(HOUR_MS + 1);
    await publish([to(ada, 5), to(ben, 6)]);
    await eventuallyBalances(await resume(ben, position)).toEqual([6]);
  });

  test('sends nothing of a blocked pair, and of rooms that may no longer be read, also not after a reconnect', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const room = `team/${randomUUID()}`;
    let members = [ada.id];
    const { listRoomReceivers } = deps;
    deps.listRoomReceivers = async (rooms, userIds) =>
      new Map(rooms.map((id) => [id, new Set(userIds.filter((user) => id === room && members.includes(user)))]));
    onTestFinished(() => {
      deps.listRoomReceivers = listRoomReceivers;
    });
    const stream = await listen(ada);
    await eventually(() => stream.lastId()).toBeDefined();
    const start = stream.events()[0]?.id;
    await publish([event('everyone', 1, ben.id), event({ room }, 2, cleo.id), event({ room: 'team/other' }, 3)]);
    await eventuallyBalances(stream).toEqual([1, 2]);
    expect((await call(ada, 'POST', `/api/users/${ben.id}/block`)).status).toBe(200);
    members = [];
    await publish([event('everyone', 4, ben.id), to(ada, 5, ben), event({ room }, 6, cleo.id), to(ada, 7, cleo)]);
    await eventuallyBalances(stream).toEqual([1, 2, 7]);
    // Those that were sent before are no longer to be seen either.
    await eventuallyBalances(await resume(ada, start)).toEqual([7]);
    expect(balances(await resume(ben, start)).filter((balance) => balance > 4)).toEqual([]);
  });

  test('returns 401 without a token, and for a token in the URL', async () => {
    const ada = await person();
    expect((await listen(null)).status).toBe(401);
    expect((await call(null, 'GET', `/api/events?access_token=${ada.token}`)).status).toBe(401);
  });

  test('returns 403 to an inactive user', async () => {
    const ada = await person();
    await deactivate(ada);
    expect((await listen(ada)).status).toBe(403);
  });

  test('returns 404 for HEAD, whose response would not end', async () => {
    const { token } = await person();
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await app.server.inject({ method: 'HEAD', url: '/api/events', headers });
    expect(statusCode).toBe(404);
  });

  test('returns 429 for a sixth stream of a user, until one is closed', async () => {
    const [ada, ben] = [await person(), await person()];
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen(ada)));
    expect(streams.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const sixth = await listen(ada);
    await sixth.ended;
    expect([sixth.status, JSON.parse(sixth.text()).code]).toEqual([429, 'events.too-many-streams']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await listen(ben)).status).toBe(200);
    streams[2]?.disconnect();
    await eventually(async () => (await listen(ada)).status).toBe(200);
    expect((await listen(ada)).status).toBe(429);
  });

  test('returns 503 where there are as many streams as a node may have', async () => {
    const node = await startNode({ maxStreams: 2 });
    const ada = await person();
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await listen(ada, {}, node.port)).status);
    expect(statuses).toEqual([200, 200, 503]);
  });
});

describe('A stream', () => {
  test('is no request under way: others are served beside as many streams as there are', async () => {
    for (let count = 0; count < 2 * MAX_REQUESTS; count += 1) expect((await listen(await person())).status).toBe(200);
  });

  test('outlasts the timeout of other requests', async () => {
    const node = await startNode({ handlerTime: 5_000, silenceTime: 5_000, heartbeatInterval: 250 });
    const ada = await person();
    const stream = await listen(ada, {}, node.port);
    await eventually(stream.heartbeats).toBeGreaterThan(24);
    await publish([to(ada, 1)]);
    await eventuallyBalances(stream).toEqual([1]);
  });

  test('ends with the reason when its node stops, which takes no new ones', async () => {
    const node = await startNode();
    const ada = await person();
    const stream = await listen(ada, {}, node.port);
    await node.server.close();
    await stream.ended;
    expect(stream.events().at(-1)).toMatchObject({ event: 'closed', data: { reason: 'draining' } });
    await expect(listen(ada, {}, node.port)).rejects.toThrow();
  });

  test('gets each event once while the connections to the database are cut', async () => {
    const [ada, ben] = [await person(), await person()];
    const [stream, beside] = [await listen(ada), await listen(ben)];
    await publish([to(ada, 1)]);
    await eventuallyBalances(stream).toEqual([1]);
    for (const balance of [2, 3]) {
      await cutConnections();
      // Usually before the node has reconnected.
      const isPublished = () =>
        publish([to(ada, balance)]).then(
          () => true,
          () => false,
        );
      await expect.poll(isPublished, { interval: 1 }).toBe(true);
      await eventually(() => balances(stream).at(-1)).toBe(balance);
    }
    await publish([to(ada, 4), to(ben, 5)]);
    await eventuallyBalances(beside).toEqual([5]);
    await eventuallyBalances(stream).toEqual([1, 2, 3, 4]);
  });

  test('is refused while the database is away, and nothing stays behind', async () => {
    const events = createChannel({
      connectionString: 'postgres://127.0.0.1:1/none',
      name: 'events',
      clock,
      ids: deps.ids,
      onDisconnect: () => undefined,
    });
    const hub = createEventHub({ ...deps, events, accounts: events });
    await expect(hub.follow(randomUUID())).rejects.toMatchObject({ code: 'events.unavailable' });
    expect(hub.position()).toBe(null);
    await hub.close();
    await events.close();
  });

  test('misses nothing that is stored while its start is read and another stream begins', async () => {
    const [ada, ben] = [await person(), await person()];
    const events = createChannel({
      connectionString: databaseUrl,
      name: EVENT_CHANNEL,
      clock,
      ids: deps.ids,
      onDisconnect: () => undefined,
    });
    const hub = createEventHub({ ...deps, events, accounts: events });
    const sent: string[] = [];
    const record = { send: (text: string) => sent.push(text) } as unknown as EventStream;
    const slow = await hub.follow(ada.id);
    const start = await lastPosition();
    await publish([to(ada, 5)]);
    await stored();
    const fast = await hub.follow(ben.id);
    fast.start({ send: () => undefined } as unknown as EventStream, [], await lastPosition());
    slow.start(record, [], start);
    await eventually(() => sent.join('')).toContain('"balance":5');
    await hub.close();
    await events.close();
  });
});
