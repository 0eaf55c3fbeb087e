import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrl as urlOf } from '../../../../test/database/database.ts';
import { listenOnLoopback } from '../../../../test/edge/raw-http.ts';
import { createPersonalToken } from '../../../../test/personal-token.ts';
import { type Person, startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { createApp } from '../../../app/app.ts';
import { createDeps } from '../../../app/deps.ts';
import { createChannel } from '../../../platform/db/connection/channel.ts';
import { systemRandom } from '../../../platform/random.ts';

import { type NewNotification, notify } from '../index.ts';
import { notificationTo } from '../test-notifications.ts';
import { createNotificationStream } from './notification-stream.actions.ts';

const MAX_REQUESTS = 8;
const app = await startTestApp({ limits: { heartbeatInterval: 50, requestConcurrency: MAX_REQUESTS } });
const { person, call, deps, clock, issuer, databaseUrl } = app;
const port = await listenOnLoopback(app.server);

const MINUTE = 60_000;

type StreamEvent = { id: string; event: string; data: { notification: { id: string; title: string } } };

type Stream = {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** The body of a problem. */
  text(): string;
  events: StreamEvent[];
  titles(): string[];
  comments(): number;
  /** Resolves when the response ends. */
  ended: Promise<unknown>;
  disconnect(): void;
};

async function listen(reader: Person | null, more: Record<string, string> = {}, at = port): Promise<Stream> {
  // A notification of the instant in which a stream starts may count as new.
  clock.advance(1);
  const headers = { ...(reader !== null && { authorization: `Bearer ${reader.token}` }), ...more };
  const input = request({ host: '127.0.0.1', port: at, path: '/api/events', headers, agent: false });
  onTestFinished(() => {
    input.destroy();
  });
  input.end();
  const [response] = (await once(input, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => response.on('error', () => undefined).once('close', resolve));
  const parts = () => text.split('\n\n').slice(0, -1);
  const events = () =>
    parts()
      .filter((part) => part.startsWith('id:'))
      .map(eventOf);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    get events() {
      return events();
    },
    titles: () => events().map(({ data }) => data.notification.title),
    comments: () => parts().filter((part) => part.startsWith(':')).length,
    ended,
    disconnect: () => input.destroy(),
  };
}

function eventOf(part: string): StreamEvent {
  const { id = '', event = '', data = '' } = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s)));
  return { id, event, data: JSON.parse(data) };
}

async function storeNotification(
  reader: Person,
  title: string,
  change: Partial<NewNotification> = {},
  by = deps,
): Promise<void> {
  clock.advance(1);
  await by.db.transaction().execute((tx) => notify(by, tx, [notificationTo(reader, { title, ...change })]));
}

/** Stores a notification that the node has received, as another stream shows. */
async function storeReceived(reader: Person, title: string): Promise<void> {
  const stream = await listen(reader);
  await storeNotification(reader, title);
  await eventually(stream.titles).toEqual([title]);
}

async function inboxOf(reader: Person) {
  return (await call(reader, 'GET', '/api/notifications')).body.notifications;
}

/** A user with a long-lived token. */
async function patientPerson(): Promise<Person> {
  const seconds = clock.now().getTime() / 1_000;
  return person({ exp: seconds + 86_400 });
}

/** Another node on the same database, with a port. */
async function startNode(limits: Parameters<typeof createApp>[1] = {}) {
  const { config, log } = deps;
  const options = { config, connectionString: databaseUrl, clock, random: systemRandom, log, version: 'test' };
  const node = await createDeps({ ...options, isDraining: () => false });
  const { server } = createApp(node.deps, { eventLoopDelay: 0, ...limits });
  onTestFinished(async () => {
    await server.close();
    await node.close();
  });
  return { deps: node.deps, server, port: await listenOnLoopback(server) };
}

/** Cuts every connection of the application to its database but these. */
async function cutConnections(
  { databaseUrl: url }: Pick<TestApp, 'databaseUrl'>,
  spared: readonly number[] = [],
): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(inject('clusterUrl'), 'postgres') });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> all ($2)', [
    new URL(url).pathname.slice(1),
    spared,
  ]);
  await client.end();
}

/** Tests share a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 5_000 });

describe('GET /api/events', () => {
  test('sends each new notification as in the inbox', async () => {
    const ada = await patientPerson();
    await storeReceived(ada, 'before');
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
    await storeNotification(ada, 'Grüße 🌱\nzwei Zeilen', { data: { chain_id: randomUUID() } });
    await eventually(() => stream.events.length).toBe(1);
    const [newest] = await inboxOf(ada);
    expect(stream.events).toEqual([{ id: newest.id, event: 'notification', data: { notification: newest } }]);
  });

  test('sends no notifications of other users, and none before the commit', async () => {
    const [ada, ben] = [await patientPerson(), await patientPerson()];
    const [streamOfAda, streamOfBen] = [await listen(ada), await listen(ben)];
    await deps.db.transaction().execute(async (tx) => {
      await notify(deps, tx, [notificationTo(ada, { title: 'to ada' })]);
      await storeNotification(ben, 'to ben');
      await eventually(streamOfBen.titles).toEqual(['to ben']);
      expect(streamOfAda.titles()).toEqual([]);
    });
    await eventually(streamOfAda.titles).toEqual(['to ada']);
    expect(streamOfBen.titles()).toEqual(['to ben']);
  });

  test('sends notifications of all nodes to all streams of the user', async () => {
    const node = await startNode();
    const ada = await patientPerson();
    const streams = [await listen(ada), await listen(ada), await listen(ada, {}, node.port)];
    await storeNotification(ada, 'here');
    await storeNotification(ada, 'there', {}, node.deps);
    for (const stream of streams) await eventually(stream.titles).toEqual(['here', 'there']);
  });

  test('sends many notifications in one message or several', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, patientPerson));
    const streams = await Promise.all(readers.map((reader) => listen(reader)));
    const notifications = Array.from({ length: 120 }, (_, index) =>
      readers.map((reader) => notificationTo(reader, { title: String(index) })),
    ).flat();
    await deps.db.transaction().execute((tx) => notify(deps, tx, notifications));
    for (const stream of streams) {
      await eventually(() => new Set(stream.titles()).size).toBe(120);
      expect(stream.events).toHaveLength(120);
    }
  });

  test('sends notifications after Last-Event-ID, oldest first, then new ones', async () => {
    const [ada, ben] = [await patientPerson(), await patientPerson()];
    const first = await listen(ada);
    await storeNotification(ada, 'one');
    await eventually(first.titles).toEqual(['one']);
    first.disconnect();
    for (const title of ['two', 'three', 'four']) await storeNotification(ada, title);
    await storeNotification(ben, 'to ben');
    const second = await listen(ada, { 'last-event-id': first.events[0]?.id ?? '' });
    await storeNotification(ada, 'five');
    await eventually(second.titles).toEqual(['two', 'three', 'four', 'five']);
  });

  test.each([
    ['that is unknown', async () => randomUUID()],
    ['that is no id', async () => `' or 1=1 --`],
    [
      'of another user',
      async () => {
        const ben = await patientPerson();
        await storeNotification(ben, 'to ben');
        return (await inboxOf(ben))[0].id as string;
      },
    ],
  ])('sends only new notifications after a Last-Event-ID %s', async (_, idOf) => {
    const ada = await patientPerson();
    const id = await idOf();
    await storeReceived(ada, 'before');
    const stream = await listen(ada, { 'last-event-id': id });
    await storeNotification(ada, 'after');
    await eventually(stream.titles).toEqual(['after']);
  });

  test('sends the newest 100 missed notifications', async () => {
    const ada = await patientPerson();
    await storeNotification(ada, 'last seen');
    const [{ id }] = await inboxOf(ada);
    clock.advance(1);
    const notifications = Array.from({ length: 110 }, (_, index) => notificationTo(ada, { title: String(index) }));
    await deps.db.transaction().execute((tx) => notify(deps, tx, notifications));
    const newest = (await inboxOf(ada))
      .slice(0, 100)
      .map(({ title }: { title: string }) => title)
      .toReversed();
    const stream = await listen(ada, { 'last-event-id': id });
    await eventually(() => stream.events.length).toBe(100);
    expect(stream.titles()).toEqual(newest);
  });

  test('returns 401 without a token, and for a token in the URL', async () => {
    const ada = await person();
    expect((await listen(null)).status).toBe(401);
    expect((await call(null, 'GET', `/api/events?access_token=${ada.token}`)).status).toBe(401);
  });

  test('returns 403 to a blocked user', async () => {
    const ada = await person();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await listen(ada)).status).toBe(403);
  });

  test('returns 404 for HEAD, whose response would not end', async () => {
    const { token } = await person();
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await app.server.inject({ method: 'HEAD', url: '/api/events', headers });
    expect(statusCode).toBe(404);
  });

  test('returns 429 for a sixth stream of a user, until one is closed', async () => {
    const [ada, ben] = [await patientPerson(), await patientPerson()];
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
    const ada = await patientPerson();
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await listen(ada, {}, node.port)).status);
    expect(statuses).toEqual([200, 200, 503]);
  });
});

describe('A stream', () => {
  test('sends heartbeats', async () => {
    const stream = await listen(await patientPerson());
    await eventually(stream.comments).toBeGreaterThan(2);
  });

  test('ends when its token has run out, and goes on with a fresh one where it was', async () => {
    const ada = await person();
    const stream = await listen(ada);
    await storeNotification(ada, 'one');
    await eventually(stream.titles).toEqual(['one']);
    clock.advance(15 * MINUTE);
    await stream.ended;
    await storeNotification(ada, 'two');
    const token = await issuer.sign(ada.id, clock.now());
    const next = await listen({ ...ada, token }, { 'last-event-id': stream.events[0]?.id ?? '' });
    await eventually(next.titles).toEqual(['two']);
  });

  test('ends when its personal access token is revoked', async () => {
    const ada = await patientPerson();
    const script = await createPersonalToken({ call }, ada, ['events']);
    const stream = await listen(script);
    await storeNotification(ada, 'one');
    await eventually(stream.titles).toEqual(['one']);
    expect((await call(ada, 'DELETE', `/api/user/tokens/${script.tokenId}`)).status).toBe(200);
    await stream.ended;
    expect((await listen(script)).status).toBe(401);
  });

  test('ends when its user is blocked', async () => {
    const ada = await patientPerson();
    const stream = await listen(ada);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    await stream.ended;
    expect((await listen(ada)).status).toBe(403);
  });

  test('ends when its user is deleted, and does not create them again', async () => {
    const ada = await patientPerson();
    const stream = await listen(ada);
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    await stream.ended;
    const profiles = await deps.db.selectFrom('profile').select('id').where('id', '=', ada.id).execute();
    expect(profiles).toEqual([]);
  });

  test('is no request under way: others are served beside as many streams as there are', async () => {
    for (let count = 0; count < 2 * MAX_REQUESTS; count += 1) {
      expect((await listen(await patientPerson())).status).toBe(200);
    }
  });

  test('outlasts the timeout of other requests', async () => {
    const node = await startNode({ handlerTime: 1_000, silenceTime: 1_000, heartbeatInterval: 50 });
    const ada = await patientPerson();
    const stream = await listen(ada, {}, node.port);
    await expect.poll(stream.comments, { timeout: 5_000 }).toBeGreaterThan(30);
    await storeNotification(ada, 'late');
    await eventually(stream.titles).toEqual(['late']);
  });

  test('ends when its node stops, which takes no new ones', async () => {
    const node = await startNode();
    const ada = await patientPerson();
    const stream = await listen(ada, {}, node.port);
    await node.server.close();
    await stream.ended;
    await expect(listen(ada, {}, node.port)).rejects.toThrow();
  });

  test('misses nothing while the connection to the database is away', async () => {
    const [ada, ben] = [await patientPerson(), await patientPerson()];
    await storeReceived(ada, 'before');
    const [stream, beside] = [await listen(ada), await listen(ben)];
    await storeNotification(ada, 'one');
    await eventually(stream.titles).toEqual(['one']);
    for (const title of ['two', 'three']) {
      await cutConnections(app);
      // Usually before the node has reconnected.
      await expect
        .poll(
          () =>
            storeNotification(ada, title).then(
              () => true,
              () => false,
            ),
          { interval: 1 },
        )
        .toBe(true);
      await expect.poll(() => stream.titles().at(-1), { timeout: 5_000 }).toBe(title);
    }
    await storeNotification(ada, 'four');
    await eventually(stream.titles).toEqual(['one', 'two', 'three', 'four']);
    // Another user of the same node catches up as well, only on their own notifications.
    await storeNotification(ben, 'mine');
    await eventually(beside.titles).toEqual(['mine']);
  });

  test('misses nothing that is written before the connection is lost, and committed after that', async () => {
    const ada = await patientPerson();
    const stream = await listen(ada);
    const other = await startNode();
    const slow = await other.deps.db.startTransaction().execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(slow);
    clock.advance(1);
    await notify(other.deps, slow, [notificationTo(ada, { title: 'slow' })]);
    clock.advance(30_000);
    await cutConnections(
      app,
      rows.map(({ pid }) => pid),
    );
    await slow.commit().execute();
    await eventually(stream.titles).toEqual(['slow']);
  });

  test('is refused while the database is away, and nothing stays behind', async () => {
    const channel = createChannel({
      connectionString: 'postgres://127.0.0.1:1/none',
      name: 'notifications',
      clock,
      ids: deps.ids,
      onDisconnect: () => undefined,
    });
    const lost = createNotificationStream({ db: deps.db, clock, channel });
    await expect(lost.follow(randomUUID())).rejects.toMatchObject({ code: 'events.unavailable' });
    await channel.close();
  });
});
