import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestServer } from './test-server.ts';

const WORDS = 'A quiet morning by the river. '.repeat(100);
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h1"/>'.repeat(100)}</svg>`;

const { server } = createTestServer((scope) => {
  scope.get('/json', async () => ({ words: WORDS }));
  scope.get('/short', async () => ({ words: 'w'.repeat(1_000) }));
  scope.get('/secret', { config: { isResponseSecret: true } }, async () => ({ words: WORDS }));
  scope.get('/failing', async () => {
    throw Object.assign(new Error(), { validation: Array.from({ length: 40 }, missing), validationContext: 'body' });
  });
  const sendAs = (path: string, type: string, body: string | Buffer) =>
    scope.get(path, async (_request, reply) => reply.type(type).send(body));
  sendAs('/html', 'text/html; charset=utf-8', `<p>${WORDS}</p>`);
  sendAs('/text', 'text/plain; charset=utf-8', WORDS);
  sendAs('/svg', 'image/svg+xml', SVG);
  sendAs('/problem', 'application/problem+json', JSON.stringify({ words: WORDS }));
  sendAs('/png', 'image/png', Buffer.alloc(5_000));
  scope.post('/echo', async (received) => received.body);
});
const missing = () => ({
  keyword: 'required',
  instancePath: '',
  schemaPath: '#',
  params: { requiredProperties: ['title'] },
});
await server.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.server.address() as AddressInfo;
afterAll(() => server.close());

/** The response as its bytes, which `fetch` would decompress. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

describe('a compressed response', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])('is what the client accepts: %s', async (accepted, encoding, decompress) => {
    const plain = await get('/json');
    const { status, headers, bytes } = await get('/json', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers.vary).toContain('accept-encoding');
    expect(decompress(bytes).toString()).toBe(plain.bytes.toString());
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
  });

  test.each(['/json', '/html', '/text', '/svg', '/problem', '/failing'])('is sent for %s', async (path) => {
    expect((await get(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  });
});

describe('a response as it stands', () => {
  test.each([undefined, 'identity', 'deflate', 'zstd', 'br;q=0', '', 'nonsense;;'])(
    'is sent to a client that accepts %s',
    async (accepted) => {
      const { status, headers, bytes } = await get(
        '/json',
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      );
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(headers.vary).toContain('accept-encoding');
      expect(JSON.parse(bytes.toString())).toEqual({ words: WORDS });
    },
  );

  test.each(['/short', '/png', '/secret'])('is sent for %s', async (path) => {
    const { status, headers } = await get(path, { 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  });

  test('has no body for HEAD', async () => {
    const { status, headers, bytes } = await get('/json', { 'accept-encoding': 'br' }, 'HEAD');
    expect([status, headers['content-encoding'], bytes.length]).toEqual([200, undefined, 0]);
  });
});

test('compressed bodies of requests are not read', async () => {
  const response = await server.inject({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: Buffer.from([0x1f, 0x8b, 8, 0]),
  });
  expect([response.statusCode, response.json().code]).toEqual([400, 'request.malformed-json']);
});
