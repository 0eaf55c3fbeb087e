import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createIds } from '../ids.ts';
import { systemRandom } from '../random.ts';
import type { Routes } from './guarded-routes.ts';
import { openGuardedRoutes } from './guarded-routes.ts';
import { createServer } from './server.ts';
import { createTestServer } from './test-server.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const hello: Routes = (scope) => {
  scope.get('/hello', async (request) => ({ id: request.id }));
  scope.post('/hello', async (request) => ({ id: request.id }));
};

async function serve(options: Parameters<typeof createTestServer>[1] = {}) {
  const { server, routes, logged } = createTestServer(hello, options);
  await server.ready();
  onTestFinished(() => server.close());
  return { server, routes, logged };
}

/** What the server answers to these very bytes. */
async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let reply = '';
  socket.on('data', (chunk) => {
    reply += String(chunk);
  });
  const closed = once(socket, 'close');
  socket.end(bytes);
  await closed;
  return reply;
}

describe('the host of a request', () => {
  const codeOf = async (host: string | null, knownHosts: readonly string[] | null, url = '/hello') => {
    const { server } = createTestServer(hello, { knownHosts });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const line = host === null ? `GET ${url} HTTP/1.0` : `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close`;
    const reply = await send(port, `${line}\r\n\r\n`);
    await server.close();
    return [Number(reply.slice(9, 12)), /"code":"([\w.-]+)"/.exec(reply)?.[1]];
  };

  test('is refused with 421 if it is a public name of another, on every path', async () => {
    for (const url of ['/hello', '/nowhere', '/hello?a=b']) {
      expect(await codeOf('evil.example', ['meadow.example'], url), url).toEqual([421, 'request.host-unknown']);
    }
  });

  test('is good if it is ours, local, or missing in a request of HTTP/1.0', async () => {
    for (const host of ['meadow.example', 'localhost:3000', '127.0.0.1', 'nas', null]) {
      expect(await codeOf(host, ['meadow.example']), String(host)).toEqual([200, undefined]);
    }
  });

  test('is any where a proxy decides it', async () => {
    expect(await codeOf('evil.example', null)).toEqual([200, undefined]);
  });
});

describe('request ids', () => {
  test('are made here, differ, and are in the header, the body of a refusal and the log', async () => {
    const { server, logged } = await serve();
    const first = await server.inject({ method: 'GET', url: '/hello' });
    const second = await server.inject({ method: 'GET', url: '/nowhere' });
    const [one, two] = [first.headers['x-request-id'], second.headers['x-request-id']];
    expect(one).toMatch(UUID_7);
    expect(two).toMatch(UUID_7);
    expect(one).not.toBe(two);
    expect(first.json().id).toBe(one);
    expect(second.json().request_id).toBe(two);
    expect(logged()).toContain(String(one));
  });

  test('are not taken from the caller', async () => {
    const { server } = await serve();
    const headers = { 'x-request-id': 'forged', 'request-id': 'forged' };
    const response = await server.inject({ method: 'GET', url: '/hello', headers });
    expect(response.headers['x-request-id']).toMatch(UUID_7);
  });
});

describe('an unknown address', () => {
  test.each([
    ['GET', '/nowhere'],
    ['POST', '/nowhere'],
    ['DELETE', '/hello'],
    ['PATCH', '/hello'],
    ['GET', '/hello/'],
    ['GET', '//hello'],
    ['GET', '/HELLO'],
    ['GET', '/hello;x=1'],
    ['GET', '/hello%2f'],
  ] as const)('is a 404 with the one body: %s %s', async (method, url) => {
    const { server } = await serve();
    const response = await server.inject({ method, url });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      error: expect.any(String),
      code: 'route.unknown',
      request_id: response.headers['x-request-id'],
    });
  });

  test.each([
    ['malformed JSON', 'application/json', '{'],
    ['an unsupported type', 'text/xml', '<a/>'],
  ])('is a 404 also with %s', async (_what, contentType, payload) => {
    const { server } = await serve();
    const headers = { 'content-type': contentType };
    const response = await server.inject({ method: 'POST', url: '/nowhere', headers, payload });
    expect([response.statusCode, response.json().code]).toEqual([404, 'route.unknown']);
  });
});

describe('what is not even a request', () => {
  test.each(['/%zz', '/hello/%', '/%c0%80'])('is a 400 with the one body: %s', async (url) => {
    const { server, logged } = await serve();
    const response = await server.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: expect.any(String),
      code: 'request.malformed-url',
      request_id: expect.stringMatching(UUID_7),
    });
    expect(response.headers['x-request-id']).toBe(response.json().request_id);
    expect(logged()).not.toContain(url);
  });

  test.each([
    ['400', 'request.malformed', 'canary HTTP/1.1\r\n\r\n'],
    ['431', 'request.headers-too-large', `GET /hello HTTP/1.1\r\nHost: x\r\nX: canary${'x'.repeat(20_000)}\r\n\r\n`],
  ])('is a %s with the one body, and is not logged: %s', async (status, code, bytes) => {
    const { server, logged } = await serve();
    await server.listen({ port: 0, host: '127.0.0.1' });
    const reply = await send((server.server.address() as AddressInfo).port, bytes);
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body: unknown = JSON.parse(reply.slice(reply.indexOf('\r\n\r\n')));
    expect(body).toEqual({ error: expect.any(String), code, request_id: expect.stringMatching(UUID_7) });
    expect(logged()).not.toContain('canary');
  });
});

test('a client that sends its headers or its body too slowly is cut off', async () => {
  const { server } = await serve();
  expect(server.server.headersTimeout).toBe(10_000);
  expect(server.server.requestTimeout).toBe(30_000);
});

describe('routes', () => {
  test('outside of every audience make the server refuse to become ready', async () => {
    const { server } = createTestServer(hello);
    server.get('/forgotten', async () => 'open to all');
    await expect(server.ready()).rejects.toThrow('/forgotten');
  });

  test('are listed with their audience once the server is ready', async () => {
    const { routes } = await serve();
    expect(routes).toMatchObject([
      { audience: 'public', method: 'GET', path: '/hello' },
      { audience: 'public', method: 'POST', path: '/hello' },
    ]);
  });

  test('stand behind the guard of their audience, before a body is looked at', async () => {
    const { server } = createServer({
      logger: pino({ level: 'silent' }),
      ids: createIds(systemClock, systemRandom),
      isDraining: () => false,
      isReachedOverTls: false,
      limits: { congestionSample: 0 },
      trustedProxies: [],
      corsOrigins: [],
    });
    const refuse = async () => {
      throw Object.assign(new Error('no'), { statusCode: 403 });
    };
    openGuardedRoutes(server, 'member', refuse, [hello]);
    onTestFinished(() => server.close());
    const headers = { 'content-type': 'application/json' };
    const response = await server.inject({ method: 'POST', url: '/hello', headers, payload: '{' });
    expect(response.json().code).toBe('request.refused');
    expect((await server.inject({ method: 'HEAD', url: '/hello' })).statusCode).toBe(400);
  });
});

describe('headers', () => {
  test('keep browsers from guessing, framing and caching, and name no software', async () => {
    const { server } = await serve();
    for (const url of ['/hello', '/nowhere', '/%zz']) {
      const { headers } = await server.inject({ method: 'GET', url });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
    const { headers } = await server.inject({ method: 'GET', url: '/hello' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('ask clients to connect elsewhere while draining', async () => {
    let isDraining = false;
    const { server } = await serve({ isDraining: () => isDraining });
    expect((await server.inject({ method: 'GET', url: '/hello' })).headers.connection).not.toBe('close');
    isDraining = true;
    const response = await server.inject({ method: 'GET', url: '/hello' });
    expect(response.statusCode).toBe(200);
    expect(response.headers.connection).toBe('close');
  });

  test.each([
    ['https://one.example', 'https://one.example'],
    ['https://two.example', undefined],
    ['https://one.example.evil.example', undefined],
    ['http://one.example', undefined],
    ['null', undefined],
  ])('accept web clients of the listed origins only: %s', async (origin, expected) => {
    const { server } = await serve({ corsOrigins: ['https://one.example'] });
    const { headers } = await server.inject({ method: 'GET', url: '/hello', headers: { origin } });
    const allowed = headers['access-control-allow-origin'];
    expect(allowed === origin ? allowed : undefined).toBe(expected);
    expect(allowed).not.toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('let a listed web client send every method and header that the interface has', async () => {
    const { server } = await serve({ corsOrigins: ['https://one.example'] });
    const response = await server.inject({
      method: 'OPTIONS',
      url: '/hello',
      headers: {
        origin: 'https://one.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    const methods = String(response.headers['access-control-allow-methods']).split(/, ?/);
    expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']));
    expect(response.headers['access-control-allow-headers']).toContain('authorization');
  });
});

describe('the log', () => {
  test('names a request by the pattern of its route, never by its address', async () => {
    const { server, logged } = await serve();
    await server.inject({ method: 'GET', url: '/hello?q=canary-words' });
    await server.inject({ method: 'GET', url: '/canary-path' });
    const lines = logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/hello', 200],
      ['GET', 'unknown', 404],
    ]);
    expect(logged()).not.toContain('canary');
  });
});
