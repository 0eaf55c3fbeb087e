import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identify } from '#access/actor.ts';
import { systemClock } from '#platform/clock.ts';
import { openGuardedRoutes } from '#platform/http/guarded-routes.ts';
import { createServer, type HttpLimits } from '#platform/http/server.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { startTestApp } from '../start-test-app.ts';
import { listenOnLoopback, openSocket, parseResponse, readToEnd } from './raw-http.ts';

/* What one caller can take from the others: nothing. */

const LIMITS: Partial<HttpLimits> = {
  congestionSample: 0,
  requestConcurrency: 50,
  workOfUser: 2,
  workOfNetwork: 3,
  transfersOfUser: 10,
  transfersOfNetwork: 20,
  workQueueTime: 20_000,
};

/** Starts a server that identifies a caller by the header `caller`. Its `/held` and `/long` wait until the test releases them. */
async function serve(limits: Partial<HttpLimits> = {}) {
  const waiting: (() => void)[] = [];
  const hold = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { ok: true };
  };
  const { server } = createServer({
    logger: createLogger('silent'),
    ids: createIds(systemClock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    trustedProxies: [],
    corsOrigins: [],
    limits: { ...LIMITS, ...limits },
  });
  openGuardedRoutes(
    server,
    'public',
    async (request) => {
      const { caller } = request.headers;
      const id = String(caller);
      if (caller !== undefined) identify(request, { userId: id, isSuperAdmin: false, impersonatorId: null });
    },
    [
      (scope) => {
        scope.get('/health', { config: { skipLoadShedding: true } }, async () => ({ status: 'ok' }));
        scope.get('/quick', async () => ({ ok: true }));
        scope.post('/quick', async () => ({ ok: true }));
        scope.get('/held', hold);
        scope.get('/long', { config: { maxDurationMs: 60_000 } }, hold);
        scope.get('/large', async () => 'x'.repeat(20_000_000));
      },
    ],
  );
  onTestFinished(() => server.close());
  await server.ready();
  const send = (caller: string | null, url = '/quick', more: { payload?: object; remoteAddress?: string } = {}) =>
    server.inject({
      method: more.payload === undefined ? 'GET' : 'POST',
      url,
      headers: { ...(caller !== null && { caller }) },
      ...more,
    });
  const letGo = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { server, waiting, send, letGo };
}

const headOf = (caller: string | null, length: number) =>
  `POST /quick HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${caller === null ? '' : `caller: ${caller}\r\n`}Content-Length: ${length}\r\n\r\n`;

/** Sockets that announce a thousand bytes and send ten, and what has been answered on them. */
async function drip(port: number, count: number, caller: string | null) {
  const responses: string[] = [];
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(port)));
  for (const socket of sockets) {
    socket.on('data', (chunk) => responses.push(String(chunk)));
    socket.write(`${headOf(caller, 1_000)}"123456789`);
  }
  return { sockets, responses };
}

const attachBackground = (sockets: Socket[]) => {
  for (const socket of sockets) socket.destroy();
};

describe('S1: bodies that drip in', () => {
  test.each([null, 'mallory'])('take no room from the work of others, from %s', async (attacker) => {
    // So long that those which are held are held to the end.
    const app = await serve({ bodyTime: 60_000 });
    const port = await listenOnLoopback(app.server);
    const most = attacker === null ? 20 : 10;
    const { sockets, responses } = await drip(port, 500, attacker);
    await expect.poll(() => responses.length).toBe(500 - most);
    expect(new Set(responses.map((text) => JSON.parse(parseResponse(text).text).code))).toEqual(
      new Set(['request.too-many-at-once']),
    );
    expect(responses[0]).toMatch(/^HTTP\/1.1 429 [\s\S]*\r\nretry-after: 2\r\n/i);

    expect((await app.send('ada')).statusCode).toBe(200);
    expect((await app.send('ada', '/quick', { payload: { a: 1 } })).statusCode).toBe(200);
    expect((await app.send(null, '/quick', { payload: {}, remoteAddress: '198.51.100.1' })).statusCode).toBe(200);
    // Only those requests of the attacker are rejected that have a body.
    expect((await app.send(attacker)).statusCode).toBe(200);
    expect((await app.send(attacker, '/quick', { payload: { a: 1 } })).json()).toMatchObject({
      code: 'request.too-many-at-once',
    });
    attachBackground(sockets);
    const again = async () => (await app.send(attacker, '/quick', { payload: { a: 1 } })).statusCode;
    await expect.poll(again).toBe(200);
  });

  test('are limited for all callers together', async () => {
    const app = await serve({ transferConcurrency: 5, bodyTime: 60_000 });
    const port = await listenOnLoopback(app.server);
    const { sockets } = await drip(port, 5, 'mallory');
    const post = async () => (await app.send('ada', '/quick', { payload: {} })).statusCode;
    await expect.poll(post).toBe(503);
    expect((await app.send('ada')).statusCode).toBe(200);
    attachBackground(sockets);
    await expect.poll(post).toBe(200);
  });

  test('are cut off long before the longest time of a request', async () => {
    const app = await serve({ bodyTime: 200 });
    const port = await listenOnLoopback(app.server);
    const socket = await openSocket(port);
    socket.write(`${headOf(null, 1_000)}"`);
    const dribble = setInterval(() => socket.write('a'), 20);
    const response = parseResponse(await readToEnd(socket));
    clearInterval(dribble);
    expect([response.status, JSON.parse(response.text).code]).toEqual([408, 'request.too-slow']);
  });

  test('are cut off also where much of them has come', async () => {
    const app = await serve({ bodyTime: 300 });
    const port = await listenOnLoopback(app.server);
    const socket = await openSocket(port);
    socket.write(`${headOf(null, 900_000)}"${'a'.repeat(600_000)}`);
    expect(parseResponse(await readToEnd(socket)).status).toBe(408);
  });

  test('are waited for as long as they come fast enough', async () => {
    const app = await serve({ bodyTime: 5_000 });
    const port = await listenOnLoopback(app.server);
    const socket = await openSocket(port);
    const begun = performance.now();
    const part = 'a'.repeat(300_000);
    socket.write(`${headOf(null, 900_002).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}"${part}`);
    setTimeout(() => socket.write(part), 3_000);
    setTimeout(() => socket.write(`${part}"`), 6_000);
    expect(parseResponse(await readToEnd(socket)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(5_000);
  });
});

test('S1: connections that drip their headers take no room either, and are cut off', async () => {
  const app = await serve({ headersTime: 1_000, slowClientCheckInterval: 50 });
  const port = await listenOnLoopback(app.server);
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(port)));
  const ended = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
  // One half has sent nothing at all.
  for (const socket of sockets.slice(150)) socket.write('GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const dribble = setInterval(() => {
    for (const socket of sockets.slice(150)) socket.write('a');
  }, 50);
  expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
  await ended;
  clearInterval(dribble);
});

test('S1: further requests of a caller that does not read responses are rejected, and no others', async () => {
  const app = await serve({ silenceTime: 4_000, transfersOfUser: 3 });
  const port = await listenOnLoopback(app.server);
  const readers = await Promise.all(Array.from({ length: 4 }, () => openSocket(port)));
  for (const socket of readers) socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\ncaller: mallory\r\n\r\n');
  const statusOf = async (caller: string) => (await app.send(caller)).statusCode;
  await expect.poll(() => statusOf('mallory'), { interval: 10 }).toBe(429);
  expect(await statusOf('ada')).toBe(200);
  await expect.poll(() => statusOf('mallory')).toBe(200);
});

describe('S2: work under way', () => {
  test('is limited for a person; the rest waits for its turn, and others do not wait for it', async () => {
    const app = await serve();
    const held = Array.from({ length: 6 }, () => app.send('mallory', '/held'));
    await expect.poll(() => app.waiting.length).toBe(2);
    expect((await app.send('ada')).statusCode).toBe(200);
    expect((await app.send(null)).statusCode).toBe(200);
    expect(app.waiting).toHaveLength(2);
    for (let round = 0; round < 3; round += 1) {
      await expect.poll(() => app.waiting.length).toBe(2);
      app.letGo();
    }
    expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  });

  test('is limited for a network without a token, and its people with one are served', async () => {
    const app = await serve();
    const held = Array.from({ length: 5 }, () => app.send(null, '/held'));
    await expect.poll(() => app.waiting.length).toBe(3);
    expect((await app.send('ada')).statusCode).toBe(200);
    expect((await app.send(null, '/quick', { remoteAddress: '198.51.100.1' })).statusCode).toBe(200);
    app.letGo();
    await expect.poll(() => app.waiting.length).toBe(2);
    app.letGo();
    expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  });

  test('beyond what may wait is refused at once, and what waits too long a little later, with the time to come back', async () => {
    const app = await serve({ workQueueTime: 500 });
    const held = Array.from({ length: 2 }, () => app.send('mallory', '/held'));
    await expect.poll(() => app.waiting.length).toBe(2);
    const queue = Array.from({ length: 10 }, () => app.send('mallory'));
    const refused = await app.send('mallory');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '2',
      { error: expect.any(String), code: 'request.too-many-at-once', request_id: expect.any(String) },
    ]);
    expect(new Set((await Promise.all(queue)).map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    app.letGo();
    await Promise.all(held);
    expect((await app.send('mallory')).statusCode).toBe(200);
  });

  test('of all together waits its turn, and is refused with 503 where it comes too late', async () => {
    const app = await serve({ workConcurrency: 4, workQueueTime: 300 });
    const held = ['ada', 'ben'].flatMap((caller) => [app.send(caller, '/held'), app.send(caller, '/held')]);
    await expect.poll(() => app.waiting.length).toBe(4);
    expect((await app.send('cleo')).json().code).toBe('server.overloaded');
    const waiting = app.send('cleo');
    app.letGo();
    expect((await waiting).statusCode).toBe(200);
    await Promise.all(held);
  });

  test('counts until it is over, although its client has hung up', async () => {
    const app = await serve({ workQueueTime: 300 });
    const port = await listenOnLoopback(app.server);
    const sockets = await Promise.all([openSocket(port), openSocket(port)]);
    for (const socket of sockets) socket.write('GET /held HTTP/1.1\r\nHost: x\r\ncaller: mallory\r\n\r\n');
    await expect.poll(() => app.waiting.length).toBe(2);
    attachBackground(sockets);
    expect((await app.send('mallory')).statusCode).toBe(429);
    expect((await app.send('ada')).statusCode).toBe(200);
    app.letGo();
    expect((await app.send('mallory')).statusCode).toBe(200);
  });

  test('that never ends is forgotten in the end, once its client has hung up', async () => {
    const app = await serve({ handlerTime: 400 });
    const port = await listenOnLoopback(app.server);
    const sockets = await Promise.all([openSocket(port), openSocket(port)]);
    for (const socket of sockets) socket.write('GET /held HTTP/1.1\r\nHost: x\r\ncaller: mallory\r\n\r\n');
    await expect.poll(() => app.waiting.length).toBe(2);
    attachBackground(sockets);
    await expect.poll(async () => (await app.send('mallory')).statusCode).toBe(200);
  });

  test('that waits is not begun where its client has hung up', async () => {
    const app = await serve();
    const port = await listenOnLoopback(app.server);
    const held = Array.from({ length: 2 }, () => app.send('mallory', '/held'));
    await expect.poll(() => app.waiting.length).toBe(2);
    const socket = await openSocket(port);
    socket.write('GET /held HTTP/1.1\r\nHost: x\r\ncaller: mallory\r\n\r\n');
    // It has come in by the time that one after it has been answered.
    expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
    app.letGo();
    await Promise.all(held);
    expect((await app.send('mallory')).statusCode).toBe(200);
    expect(app.waiting).toHaveLength(0);
  });

  test('that may take long is counted separately, so that a caller that waits for a picture can send other requests', async () => {
    const app = await serve();
    const long = Array.from({ length: 3 }, () => app.send('ada', '/long'));
    await expect.poll(() => app.waiting.length).toBe(2);
    expect((await app.send('ada')).statusCode).toBe(200);
    app.letGo();
    await expect.poll(() => app.waiting.length).toBe(1);
    app.letGo();
    expect((await Promise.all(long)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  test('of a node that is full leaves routes of operation to be served', async () => {
    const app = await serve({ workConcurrency: 1 });
    const held = app.send('mallory', '/held');
    await expect.poll(() => app.waiting.length).toBe(1);
    expect((await app.send(null, '/health')).statusCode).toBe(200);
    app.letGo();
    await held;
  });
});

describe('the service', () => {
  test('limits what a person has under way, as RATE_LIMIT_AT_ONCE_PER_USER says', async () => {
    const app = await startTestApp({
      environment: { RATE_LIMIT: 'on', RATE_LIMIT_AT_ONCE_PER_USER: '1' },
      limits: { workQueueTime: 60_000 },
    });
    const [ada, ben] = [await app.person(), await app.person()];
    const read = async (person: typeof ada) => (await app.call(person, 'GET', '/api/goals')).status;
    const statuses = await Promise.all(Array.from({ length: 12 }, () => read(ada)));
    // One is worked on, and five wait.
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    expect(await read(ben)).toBe(200);
    expect(await read(ada)).toBe(200);
  });
});
