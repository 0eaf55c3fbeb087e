import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { openGuardedRoutes } from '#platform/http/guarded-routes.ts';
import { LOAD_LIMITS } from '#platform/http/limits/load-shedding.ts';
import { createServer, type HttpLimits } from '#platform/http/server.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { exchange, listenOnLoopback, openSocket, readToEnd } from './raw-http.ts';

const MOST = 5;

const REST = 'HTTP/1.1\r\nHost: x\r\n\r\n';
const BROKEN = 'no HTTP\r\n\r\n';

/** A server with room for five requests, whose `/held` waits until the test lets go. */
async function serve(limits: Partial<HttpLimits> = {}, readDatabaseWait = () => 0) {
  const waiting: (() => void)[] = [];
  const { server } = createServer({
    logger: createLogger('silent'),
    ids: createIds(systemClock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    trustedProxies: [],
    corsOrigins: ['https://web.test'],
    readDatabaseWait,
    limits: { congestionSample: 0, requestConcurrency: MOST, ...limits },
  });
  const guard = async () => undefined;
  openGuardedRoutes(server, 'public', guard, [
    (scope) => {
      scope.get('/health', { config: { skipLoadShedding: true } }, async () => ({ status: 'ok' }));
      scope.get('/quick', async () => ({ ok: true }));
      scope.get('/large', async () => 'x'.repeat(20_000_000));
      scope.post('/quick', async () => ({ ok: true }));
      scope.get('/failing', async () => {
        throw new Error('broken');
      });
      scope.get('/held', async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { ok: true };
      });
    },
  ]);
  onTestFinished(() => server.close());
  await server.ready();
  const get = (url: string) => server.inject({ method: 'GET', url, headers: { origin: 'https://web.test' } });
  const letGo = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { server, waiting, get, letGo };
}

/** The server has room for exactly as many requests as it should, so none that is over is still counted. */
async function expectAllRoom({ waiting, get, letGo }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  const held = Array.from({ length: MOST }, () => get('/held'));
  await expect.poll(() => waiting.length).toBe(MOST);
  expect((await get('/quick')).statusCode).toBe(503);
  letGo();
  expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual(Array(MOST).fill(200));
  expect((await get('/quick')).statusCode).toBe(200);
}

/** The same, a moment after the server has heard of connections that ended. */
async function expectAllRoomSoon(app: Awaited<ReturnType<typeof serve>>): Promise<void> {
  const roomFor = async () => {
    let refused = 0;
    const responses = Array.from({ length: MOST }, async () => {
      const { statusCode } = await app.get('/held');
      refused += statusCode === 200 ? 0 : 1;
    });
    await expect.poll(() => app.waiting.length + refused).toBe(MOST);
    app.letGo();
    await Promise.all(responses);
    return MOST - refused;
  };
  await expect.poll(roomFor).toBe(MOST);
  await expectAllRoom(app);
}

describe('M17: with as many requests under way as a node takes', () => {
  test('another one is told to come back, with every header that answers have, and /health is served', async () => {
    const app = await serve();
    const held = Array.from({ length: MOST }, () => app.get('/held'));
    await expect.poll(() => app.waiting.length).toBe(MOST);
    const refused = await app.get('/quick');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({
      error: expect.any(String),
      code: 'server.overloaded',
      request_id: refused.headers['x-request-id'],
    });
    expect(refused.headers).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': 'https://web.test',
    });
    expect((await app.get('/unknown')).statusCode).toBe(503);
    expect((await app.get('/health')).statusCode).toBe(200);
    app.letGo();
    await Promise.all(held);
    await expectAllRoom(app);
  });

  test('refusals themselves take no room', async () => {
    const app = await serve();
    const held = Array.from({ length: MOST }, () => app.get('/held'));
    await expect.poll(() => app.waiting.length).toBe(MOST);
    const refused = await Promise.all(Array.from({ length: 200 }, () => app.get('/quick')));
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    app.letGo();
    await Promise.all(held);
    await expectAllRoom(app);
  });
});

describe('M17: room is given back', () => {
  test('after errors, unknown addresses and bodies that cannot be read', async () => {
    const app = await serve();
    for (let index = 0; index < 3 * MOST; index += 1) {
      expect((await app.get('/failing')).statusCode).toBe(500);
      expect((await app.get('/unknown')).statusCode).toBe(404);
      const broken = await app.server.inject({
        method: 'POST',
        url: '/quick',
        headers: { 'content-type': 'application/json' },
        payload: '{',
      });
      expect(broken.statusCode).toBe(400);
    }
    await expectAllRoom(app);
  });

  test('after answers that took too long', async () => {
    const app = await serve({ handlerTime: 200 });
    const late = await Promise.all(Array.from({ length: MOST }, () => app.get('/held')));
    expect(late.map(({ statusCode }) => statusCode)).toEqual(Array(MOST).fill(503));
    app.letGo();
    const quick = await Promise.all(Array.from({ length: MOST }, () => app.get('/quick')));
    expect(quick.map(({ statusCode }) => statusCode)).toEqual(Array(MOST).fill(200));
  });

  test('after clients that hung up before their answer, or in the middle of their request', async () => {
    // Long enough for whole requests to arrive, and for what the unfinished ones take to be seen.
    const slow = { headersTime: 1_500, requestTime: 3_000, slowClientCheckInterval: 50 };
    const app = await serve({ ...slow, transfersOfNetwork: MOST });
    const port = await listenOnLoopback(app.server);
    const sockets = await Promise.all(Array.from({ length: MOST }, () => openSocket(port)));
    for (const socket of sockets) socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => app.waiting.length).toBe(MOST);
    expect((await app.get('/quick')).statusCode).toBe(503);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await app.get('/quick')).statusCode).toBe(200);
    app.letGo();

    const senders = await Promise.all(Array.from({ length: MOST }, () => openSocket(port)));
    const head = 'POST /quick HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    for (const socket of senders) socket.resume().write(head);
    const post = async () => (await app.server.inject({ method: 'POST', url: '/quick', payload: {} })).statusCode;
    await expect.poll(post).toBe(429);
    // Two of them hang up; the others are cut off, because they are too slow.
    for (const socket of senders.slice(0, 2)) socket.destroy();
    await expect.poll(post).toBe(200);
    await expect.poll(() => senders.every(({ destroyed }) => destroyed)).toBe(true);
    await expectAllRoomSoon(app);
  });

  test('after slow clients that are told so, and do not hang up', async () => {
    const app = await serve({ headersTime: 100, requestTime: 200, slowClientCheckInterval: 50 });
    const port = await listenOnLoopback(app.server);
    const senders = await Promise.all(Array.from({ length: MOST }, () => openSocket(port, { allowHalfOpen: true })));
    const head = 'POST /quick HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    for (const socket of senders) socket.resume().write(head);
    await Promise.all(senders.map((socket) => once(socket, 'end')));
    await expectAllRoomSoon(app);
  });
});

test('M17: room is given back after clients that do not read their answer', async () => {
  const app = await serve({ silenceTime: 4_000, transfersOfNetwork: MOST });
  const port = await listenOnLoopback(app.server);
  const readers = await Promise.all(Array.from({ length: MOST }, () => openSocket(port)));
  for (const socket of readers) socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(async () => (await app.get('/quick')).statusCode, { interval: 10 }).toBe(429);
  await expectAllRoomSoon(app);
});

test('M17: while the event loop is late, requests get Retry-After, and /health is served; then all are served again', async () => {
  const app = await serve({ eventLoopDelay: 60, congestionSample: 100, requestsWhileCongested: 0 });
  await expect.poll(async () => (await app.get('/quick')).statusCode).toBe(200);
  const isRefused = async () => {
    // This simulates a long computation on the main thread.
    const end = performance.now() + 150;
    while (performance.now() < end);
    const { headers, ...reply } = await app.get('/quick');
    return [reply.json().code, headers['retry-after']];
  };
  await expect.poll(isRefused, { interval: 1 }).toEqual(['server.overloaded', '2']);
  expect((await app.get('/health')).statusCode).toBe(200);
  await expect.poll(async () => (await app.get('/quick')).statusCode).toBe(200);
});

test('M17: in production a node takes 500 requests at once, fewer if the event loop is 40 ms late or the database 50 ms', () => {
  expect(LOAD_LIMITS).toEqual({
    requestConcurrency: 500,
    workConcurrency: 100,
    workQueueTime: 2_000,
    workOfUser: 4,
    workOfNetwork: 20,
    transferConcurrency: 1_000,
    transfersOfUser: 30,
    transfersOfNetwork: 150,
    bodyTime: 5_000,
    handlerTime: 30_000,
    eventLoopDelay: 40,
    databaseWait: 50,
    congestionSample: 100,
    requestsWhileCongested: 32,
  });
});

test('M17: a late event loop rejects no request while there are few, as on a node that has just started', async () => {
  const app = await serve({ eventLoopDelay: 1, congestionSample: 20 });
  for (let round = 0; round < 20; round += 1) {
    const end = performance.now() + 30;
    while (performance.now() < end);
    expect((await app.get('/quick')).statusCode).toBe(200);
  }
});

/** A server that listens. `fill` sends as many requests as it takes. */
async function listen() {
  const { server, waiting, letGo } = await serve();
  const port = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${port}`;
  const fill = async () => {
    const held = Array.from({ length: MOST }, () => fetch(`${url}/held`).then((response) => response.status));
    await expect.poll(() => waiting.length).toBe(MOST);
    return held;
  };
  return { port, url, letGo, fill };
}

async function serveFull() {
  const app = await listen();
  return { ...app, held: await app.fill() };
}

describe('the front door of a full node', () => {
  test('refuses in the usual form, also for a web client, and serves what is always served', async () => {
    const { url, held, letGo } = await serveFull();
    const refused = await fetch(`${url}/quick?a=1`, { headers: { origin: 'https://web.test' } });
    expect([refused.status, await refused.json()]).toEqual([
      503,
      {
        error: expect.any(String),
        code: 'server.overloaded',
        request_id: refused.headers.get('x-request-id'),
      },
    ]);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': 'https://web.test',
    });
    const other = await fetch(`${url}/quick`, { headers: { origin: 'https://other.test' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(`${url}/health?a=1`)).status).toBe(200);
    letGo();
    expect(await Promise.all(held)).toEqual(Array(MOST).fill(200));
    expect((await fetch(`${url}/quick`)).status).toBe(200);
  });

  test('goes on with the connection after a short body, and closes it after a long one', async () => {
    const { port, url, held, letGo } = await serveFull();
    const post = (body: string) => fetch(`${url}/quick`, { method: 'POST', body });
    expect((await post('short')).headers.get('connection')).toBe('keep-alive');
    expect((await post('x'.repeat(100_000))).headers.get('connection')).toBe('close');
    // This applies to all methods and forms of the header.
    for (const header of ['Content-Length: 100000', 'TRANSFER-ENCODING: chunked']) {
      const { headers } = await exchange(port, `GET /quick HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
      expect(headers.get('connection')).toBe('close');
    }
    letGo();
    await Promise.all(held);
  });
});

describe('a broken request on a connection with a refusal', () => {
  test('is told what is wrong with it, after the refusal', async () => {
    const { port, held, letGo } = await serveFull();
    const socket = await openSocket(port);
    const received = readToEnd(socket);
    socket.write(`GET /quick ${REST}`);
    await once(socket, 'data');
    socket.write(BROKEN);
    expect(await received).toMatch(/^HTTP\/1.1 503 .*server\.overloaded.*HTTP\/1.1 400 .*request\.malformed/s);
    letGo();
    await Promise.all(held);
  });

  test('is told nothing in the middle of the answer that the refusal waits for', async () => {
    const { port, fill, letGo } = await listen();
    const socket = await openSocket(port);
    socket.write(`GET /large ${REST}`);
    await once(socket, 'readable');
    const held = await fill();
    socket.write(`GET /quick ${REST}${BROKEN}`);
    expect(await readToEnd(socket)).not.toContain('request.malformed');
    letGo();
    await Promise.all(held);
  });
});

test('a node whose database makes requests wait has fewer in progress, and more again when it does not', async () => {
  let wait = 1_000;
  const { server, waiting, get, letGo } = await serve(
    { requestConcurrency: 50, requestsWhileCongested: 2, congestionSample: 20, eventLoopDelay: 60_000 },
    () => wait,
  );
  const requests: Promise<number>[] = [];
  const fill = () => {
    requests.push(get('/held').then(({ statusCode }) => statusCode));
    return waiting.length;
  };
  await expect.poll(fill, { interval: 5 }).toBeGreaterThanOrEqual(2);
  await expect.poll(async () => (await get('/quick')).statusCode, { interval: 5 }).toBe(503);
  wait = 0;
  await expect.poll(async () => (await get('/quick')).statusCode, { interval: 5 }).toBe(200);
  letGo();
  await server.close();
});
