import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestServer } from './test-server.ts';

let count = 0;
let reads = 0;
let canCache = true;
let fails = false;

const config = { isRevalidated: true };
const { server } = createTestServer(
  (scope) => {
    scope.addHook('onRequest', async (request) => {
      request.caller = { id: 'a', limitedId: 'a', canCache, logFields: {} };
    });
    scope.addHook('onSend', async (_request, _reply, payload) => {
      if (fails) {
        fails = false;
        throw new Error('the connection is gone');
      }
      return payload;
    });
    scope.get('/count', { config }, async () => {
      reads += 1;
      return { count, text: 't'.repeat(2_000) };
    });
    scope.get('/plain', async () => ({ count }));
    scope.get('/secret', { config: { ...config, isResponseSecret: true } }, async () => ({ count }));
    scope.get('/html', { config }, async (_request, reply) => reply.type('text/html').send('<p>'));
    scope.get('/public', { config }, async (_request, reply) =>
      reply.header('cache-control', 'public').send({ count }),
    );
    scope.get('/accepted', { config }, async (_request, reply) => reply.status(202).send({ count }));
    scope.get('/by-accept', { config }, async (_request, reply) => reply.header('vary', 'Accept').send({ count }));
    scope.post('/count', { config }, async () => ({ count }));
  },
  { corsOrigins: ['https://web.test'] },
);
await server.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.server.address() as AddressInfo;
afterAll(() => server.close());
beforeEach(() => {
  count = 0;
  canCache = true;
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

const tagOf = async (path = '/count') => String((await get(path)).headers.etag);

describe('a read', () => {
  test('has a weak ETag, and may be stored by the client that asks each time', async () => {
    const { status, headers } = await get('/count');
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(String(headers.vary).split(', ').sort()).toEqual(['Authorization', 'Cookie', 'Origin', 'accept-encoding']);
  });

  test('has the same ETag in every encoding and for HEAD, and another one once it has changed', async () => {
    const tag = await tagOf();
    expect((await get('/count', { 'accept-encoding': 'br' })).headers.etag).toBe(tag);
    expect((await get('/count', {}, 'HEAD')).headers.etag).toBe(tag);
    count = 1;
    expect(await tagOf()).not.toBe(tag);
  });

  test('keeps what else it varies by', async () => {
    const { vary } = (await get('/by-accept')).headers;
    expect(vary).toContain('Accept, ');
    expect(vary).toContain('Authorization');
  });
});

describe('If-None-Match', () => {
  test.each([
    ['the ETag', (tag: string) => tag],
    ['the ETag without W/', (tag: string) => tag.slice(2)],
    ['a list with the ETag', (tag: string) => `"a", ${tag},W/"b"`],
    ['an asterisk', () => '*'],
  ])('with %s returns 304 without a body, and the handler runs', async (_what, headerOf) => {
    const tag = await tagOf();
    const before = reads;
    const { status, headers, bytes } = await get('/count', {
      'if-none-match': headerOf(tag),
      'accept-encoding': 'br',
    });
    expect([status, bytes.length, reads - before]).toEqual([304, 0, 1]);
    expect(headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' });
    expect(headers['x-request-id']).toBeDefined();
    for (const name of ['content-type', 'content-length', 'content-encoding']) expect(headers).not.toHaveProperty(name);
  });

  test.each(['"other"', '', ',', 'W/', '"', '"*"'])('with %j returns 200', async (header) => {
    expect((await get('/count', { 'if-none-match': header })).status).toBe(200);
  });

  test('returns 200 once the response has changed', async () => {
    const tag = await tagOf();
    count = 1;
    expect((await get('/count', { 'if-none-match': tag })).status).toBe(200);
  });

  test('returns 304 to HEAD', async () => {
    const { status, bytes } = await get('/count', { 'if-none-match': await tagOf() }, 'HEAD');
    expect([status, bytes.length]).toEqual([304, 0]);
  });
});

describe('no ETag and nothing else than before', () => {
  test.each([
    ['/plain', 'no-store'],
    ['/secret', 'no-store'],
    ['/html', 'no-store'],
    ['/accepted', 'no-store'],
    ['/nowhere', 'no-store'],
    ['/public', 'public'],
  ])('has %s', async (path, cacheControl) => {
    const { headers } = await get(path, { 'if-none-match': '*' });
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, cacheControl]);
  });

  test('has a POST', async () => {
    const { status, headers } = await get('/count', { 'if-none-match': '*' }, 'POST');
    expect([status, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store']);
  });

  test('has the read of a caller that may not keep it', async () => {
    canCache = false;
    const { status, headers } = await get('/count', { 'if-none-match': '*' });
    expect([status, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store']);
  });

  test.each([{}, { 'if-none-match': '*' }])('has an error that happened while a read was sent: %o', async (headers) => {
    fails = true;
    const response = await get('/count', { ...headers, 'accept-encoding': 'br' });
    expect([response.status, response.headers.etag, response.headers['cache-control']]).toEqual([
      500,
      undefined,
      'no-store',
    ]);
    expect(JSON.parse(response.bytes.toString()).code).toBe('server.unexpected');
  });
});
