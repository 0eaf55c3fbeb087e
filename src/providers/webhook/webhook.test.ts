import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { holdTimers } from '#test/held-timers.ts';
import { createWebhookClient } from './webhook.http.ts';
import type { WebhookConfiguration } from './webhook.ts';

type Received = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
};

/** Starts a receiver on a free port of this machine. */
async function startReceiver(respond: RequestListener = (_request, response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      respond(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, port, origin: `http://127.0.0.1:${port}` };
}

const clientFor = (origin: string, change: Partial<WebhookConfiguration> = {}) =>
  createWebhookClient({ trustedOrigins: [origin], ...change });

/** Counts the responses from there of which a client of this thread has the head. */
function countHeadsFrom(origin: string): () => number {
  let count = 0;
  const onHead = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (request.getHeader('host') === new URL(origin).host) count += 1;
  };
  subscribe('http.client.response.finish', onHead);
  onTestFinished(() => void unsubscribe('http.client.response.finish', onHead));
  return () => count;
}

/** The time limit of a call whose end a test decides. */
const LIMIT_MS = 600_001;

const SUCCESS = { failure: null, retryAfter: null, excerpt: '', durationMs: expect.any(Number) };

describe('A call', () => {
  test('posts the body with its headers', async () => {
    const { origin, received } = await startReceiver();
    const body = '{"type":"Grüße 🌱"}';
    expect(await clientFor(origin).post(`${origin}/hook?a=b`, { 'webhook-id': 'one' }, body)).toEqual({
      ...SUCCESS,
      status: 204,
    });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/hook?a=b',
        headers: expect.objectContaining({ 'webhook-id': 'one', 'content-type': 'application/json' }),
        body,
      },
    ]);
  });

  test.each([200, 201, 202, 299])('that is answered with %i was accepted', async (status) => {
    const { origin } = await startReceiver((_request, response) => response.writeHead(status).end('thanks'));
    expect(await clientFor(origin).post(origin, {}, '{}')).toEqual({ ...SUCCESS, status, excerpt: 'thanks' });
  });

  test.each([400, 404, 410, 429, 500, 503])('that is answered with %i has failed', async (status) => {
    const { origin } = await startReceiver((_request, response) =>
      response.writeHead(status, { 'retry-after': '120' }).end('\u0000not\u001b[31m now\n'),
    );
    expect(await clientFor(origin).post(origin, {}, '{}')).toEqual({
      failure: 'status',
      status,
      retryAfter: '120',
      excerpt: 'not[31m now\n',
      durationMs: expect.any(Number),
    });
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    const target = await startReceiver();
    const { origin } = await startReceiver((_request, response) =>
      response.writeHead(status, { location: `${target.origin}/private` }).end(),
    );
    expect(await clientFor(origin).post(origin, {}, '{}')).toMatchObject({ failure: 'redirect', status });
    expect(target.received).toEqual([]);
  });

  test('reads at most 64 KiB, keeps one, and closes the connection', async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    const { origin } = await startReceiver((_request, response) => {
      isClosed = once(response, 'close');
      response.writeHead(200);
      const flood = () => {
        while (response.write('x'.repeat(1_024)));
      };
      response.on('drain', flood);
      flood();
    });
    expect(await clientFor(origin).post(origin, {}, '{}')).toEqual({
      ...SUCCESS,
      status: 200,
      excerpt: 'x'.repeat(1_024),
    });
    await isClosed;
  });

  test.each<[string, RequestListener, number | null]>([
    ['never answers', () => undefined, null],
    ['never ends its answer', (_request, response) => void response.writeHead(200).write('almost'), 200],
    [
      'answers a byte at a time',
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 20);
        response.once('close', () => clearInterval(timer));
      },
      200,
    ],
  ])('to a receiver that %s ends after the timeout', async (_, respond, status) => {
    const limit = holdTimers((durationMs) => durationMs === LIMIT_MS);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const { origin, received } = await startReceiver(respond);
    const heads = countHeadsFrom(origin);
    const exchange = clientFor(origin, { timeoutMs: LIMIT_MS }).post(origin, {}, '{}');
    await expect.poll(() => [received.length, heads()]).toEqual([1, status === null ? 0 : 1]);
    now += 1_234;
    limit.pass();
    expect(await exchange).toMatchObject({ failure: 'time-limit', status, durationMs: 1_234 });
  });

  test.each<[string, (socket: Socket) => void, number | null]>([
    ['cuts the connection', (socket) => socket.resetAndDestroy(), null],
    ['closes the connection', (socket) => socket.end(), null],
    ['speaks another protocol', (socket) => socket.end('220 mail.test ESMTP\r\n'), null],
    ['cuts its answer', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'), 200],
    ['sends endless headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9_999)}`), null],
  ])('to a receiver that %s has failed', async (_, misbehave, status) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => misbehave(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await clientFor(origin).post(origin, {}, '{}')).toMatchObject({ failure: 'not-reachable', status });
  });

  test('to a port without a receiver has failed', async () => {
    expect(await clientFor('http://127.0.0.1:1').post('http://127.0.0.1:1', {}, '{}')).toMatchObject({
      failure: 'not-reachable',
      status: null,
    });
  });
});

describe('A URL is allowed', () => {
  const { isAllowed } = createWebhookClient({ trustedOrigins: ['http://127.0.0.1:9000'] });

  test.each([
    'https://hooks.example/path?key=value',
    'https://hooks.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'http://127.0.0.1:9000/any/path',
  ])('%s', (url) => {
    expect(isAllowed(url)).toBe(true);
  });

  test.each([
    ['without TLS', 'http://hooks.example/'],
    ['with a user name', 'https://ada@hooks.example/'],
    ['with a password', 'https://:secret@hooks.example/'],
    ['with credentials, at a trusted origin', 'http://ada:secret@127.0.0.1:9000/'],
    ['of another port of a trusted host', 'http://127.0.0.1:9001/'],
    ['of this machine', 'https://127.0.0.1/'],
    ['of this machine, as one number', 'https://2130706433/'],
    ['of this machine, in octal', 'https://0177.0.0.1/'],
    ['of this machine, in IPv6', 'https://[::1]/'],
    ['of this machine, as IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/'],
    ["of a cloud's metadata", 'https://169.254.169.254/latest/meta-data'],
    ['of a private network', 'https://10.0.0.1/'],
    ['of another scheme', 'ftp://hooks.example/'],
    ['without a scheme', '//hooks.example/'],
    ['that is none', 'hooks'],
  ])('not %s', (_, url) => {
    expect(isAllowed(url)).toBe(false);
  });
});

describe('A private address is not called', () => {
  test('by its number', async () => {
    const { port, received } = await startReceiver();
    const client = createWebhookClient({ trustedOrigins: [] });
    expect(await client.post(`https://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ failure: 'not-allowed' });
    expect(received).toEqual([]);
  });

  test('by a name of this machine', async () => {
    const { connections, port } = await startListener();
    const client = createWebhookClient({ trustedOrigins: [] });
    const outcome = await client.post(`https://localhost:${port}/`, {}, '{}');
    expect([outcome.failure, connections()]).toEqual(['address-not-public', 0]);
  });

  test.each([
    ['a private address', [{ address: '127.0.0.1', family: 4 }]],
    [
      'a private address beside a public one',
      [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
    ['IPv4 in IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['the address of IPv6 of this machine', [{ address: '::1', family: 6 }]],
  ])('by a name that resolves to %s', async (_, addresses) => {
    const { connections, port } = await startListener();
    const client = createWebhookClient({ trustedOrigins: [], lookUp: lookupOf(addresses) });
    const outcome = await client.post(`https://hooks.example:${port}/`, {}, '{}');
    expect([outcome.failure, connections()]).toEqual(['address-not-public', 0]);
  });

  function lookupOf(addresses: { address: string; family: number }[]): typeof lookup {
    return ((_name: string, _options: object, callback: (...respond: unknown[]) => void) =>
      callback(null, addresses)) as unknown as typeof lookup;
  }

  /** A port of this machine that counts connections. */
  async function startListener() {
    let count = 0;
    const server = createTcpServer((socket) => {
      count += 1;
      socket.destroy();
    });
    server.listen(0, '::');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return { port: (server.address() as AddressInfo).port, connections: () => count };
  }
});
