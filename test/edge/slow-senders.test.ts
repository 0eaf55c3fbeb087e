import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { openGuardedRoutes, type Routes } from '#platform/http/guarded-routes.ts';
import { createServer, type HttpLimits } from '#platform/http/server.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { startTestApp } from '../start-test-app.ts';
import { listenOnLoopback, openSocket, parseResponse, readToEnd } from './raw-http.ts';

const TOO_SLOW = { error: expect.any(String), code: 'request.too-slow', request_id: expect.any(String) };

async function serve(limits: Partial<HttpLimits>, routes: Routes, isDraining = () => false) {
  const { server } = createServer({
    logger: createLogger('silent'),
    ids: createIds(systemClock, systemRandom),
    isDraining,
    isReachedOverTls: false,
    trustedProxies: [],
    corsOrigins: [],
    limits: { congestionSample: 0, ...limits },
  });
  openGuardedRoutes(server, 'public', async () => undefined, [routes]);
  onTestFinished(() => server.close());
  return { server, port: await listenOnLoopback(server) };
}

const echo: Routes = (scope) => {
  scope.post('/echo', async (httpRequest) => httpRequest.body);
  scope.get('/hello', async () => ({ hello: true }));
};

describe('M7: a client that is slow', () => {
  test('in production gets 10 seconds for its headers, 30 for its request, and 30 for its answer', async () => {
    const { server } = await startTestApp();
    expect(server.server.headersTimeout).toBe(10_000);
    expect(server.server.requestTimeout).toBe(30_000);
    expect(server.server.timeout).toBe(60_000);
    expect(server.initialConfig).toMatchObject({ handlerTimeout: 30_000 });
  });

  test('with its headers is cut off with a 408', async () => {
    const { port } = await serve({ headersTime: 200, slowClientCheckInterval: 50 }, echo);
    const socket = await openSocket(port);
    socket.write('GET /hello HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const result = parseResponse(await readToEnd(socket));
    expect([result.status, JSON.parse(result.text)]).toEqual([408, TOO_SLOW]);
  });

  test('with its body is cut off with a 408, however often it sends a little', async () => {
    const limits = { headersTime: 200, requestTime: 300, slowClientCheckInterval: 50 };
    const { port } = await serve(limits, echo);
    const socket = await openSocket(port);
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n"');
    const dribble = setInterval(() => socket.write('a'), 10);
    const result = parseResponse(await readToEnd(socket));
    clearInterval(dribble);
    expect([result.status, JSON.parse(result.text)]).toEqual([408, TOO_SLOW]);
  });

  test('with the second request of its connection is cut off, too', async () => {
    const { port } = await serve({ headersTime: 200, requestTime: 300, slowClientCheckInterval: 50 }, echo);
    const socket = await openSocket(port);
    socket.write('GET /hello HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"');
    await readToEnd(socket);
    expect(socket.destroyed).toBe(true);
  });

  test('may take longer for a body of a route that says so, if it keeps arriving', async () => {
    const limits = { headersTime: 200, requestTime: 300, slowClientCheckInterval: 50, bodyTime: 600_000 };
    const { port } = await serve(limits, (scope) => {
      scope.post('/long', { config: { maxDurationMs: 600_000 } }, async () => ({ ok: true }));
      scope.post('/usual', async () => ({ ok: true }));
    });
    const [socket, other] = [await openSocket(port), await openSocket(port)];
    const part = Buffer.alloc(100_000, ' ');
    socket.write(
      `POST /long HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${8 * part.length + 2}\r\nConnection: close\r\n\r\n`,
    );
    for (let sent = 0; sent < 4; sent += 1) socket.write(part);
    // One of a usual route, which began later, has used up its time.
    other.write('POST /usual HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"');
    expect(parseResponse(await readToEnd(other)).status).toBe(408);
    for (let sent = 0; sent < 4; sent += 1) socket.write(part);
    socket.write('{}');
    expect(parseResponse(await readToEnd(socket)).status).toBe(200);
  });

  test('does not hold up the others', async () => {
    const { port } = await serve({ requestTime: 600_000 }, echo);
    const slow = await Promise.all(Array.from({ length: 100 }, () => openSocket(port)));
    for (const socket of slow) socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    const result = await fetch(`http://127.0.0.1:${port}/hello`);
    expect(await result.json()).toEqual({ hello: true });
  });
});

test('a handler that takes too long is a 503 that says when to come back', async () => {
  const { server } = await serve({ handlerTime: 50 }, (scope) => {
    scope.get('/never', () => new Promise(() => undefined));
  });
  const { statusCode, headers, body } = await server.inject({ method: 'GET', url: '/never' });
  expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '2', 'server.busy']);
});

test('M11: a node that stops answers what is under way, tells keep-alive clients to go elsewhere, and refuses no one', async () => {
  let isDraining = false;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let started = 0;
  const { server, port } = await serve(
    {},
    (scope) => {
      scope.get('/slow', async () => {
        started += 1;
        await finished;
        return { ok: true };
      });
      scope.get('/hello', async () => ({ ok: true }));
    },
    () => isDraining,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 30 });
  const get = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, agent }, (response) => {
        response.resume().on('end', () => {
          resolve({ status: response.statusCode, connection: response.headers.connection });
        });
      })
        .on('error', reject)
        .end();
    });

  const before = await Promise.all(Array.from({ length: 20 }, () => get('/hello')));
  expect(before.map(({ connection }) => connection)).toEqual(Array(20).fill('keep-alive'));
  const inFlight = Array.from({ length: 10 }, () => get('/slow'));
  await expect.poll(() => started).toBe(10);

  isDraining = true;
  const during = await Promise.all(Array.from({ length: 20 }, () => get('/hello')));
  expect(during).toEqual(Array(20).fill({ status: 200, connection: 'close' }));
  const closed = server.close();
  finish();
  expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  await closed;
  agent.destroy();
  await expect(get('/hello')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('M11: a request that follows on a busy connection while the node closes is served', async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let hasStarted = false;
  let hasFollowed = false;
  const { server, port } = await serve({}, (scope) => {
    scope.get('/slow', async () => {
      hasStarted = true;
      await finished;
      return { which: 'first' };
    });
    scope.get('/hello', async () => {
      hasFollowed = true;
      return { which: 'second' };
    });
  });
  const socket = await openSocket(port);
  const received = readToEnd(socket);
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => hasStarted).toBe(true);
  const closed = server.close();
  socket.write('GET /hello HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => hasFollowed).toBe(true);
  finish();
  const text = await received;
  await closed;
  expect(text).toContain('{"which":"first"}');
  expect(text).toContain('{"which":"second"}');
});

test('a broken request that comes in the middle of an answer does not put a refusal into it', async () => {
  const { port } = await serve({}, (scope) => {
    const parts = () => Readable.from(Array.from({ length: 300 }, () => 'x'.repeat(100_000)));
    scope.get('/stream', async (_request, reply) => reply.send(parts()));
  });
  const socket = await openSocket(port);
  socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
  const received = readToEnd(socket);
  await once(socket, 'data');
  socket.write('no HTTP\r\n\r\n');
  const text = await received;
  expect(text).not.toContain('request.malformed');
});
