import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { keepResponse, sendKept } from './kept-response.ts';
import { createTestServer } from './test-server.ts';

const JSON_TEXT = JSON.stringify({ words: 'A quiet morning by the river. '.repeat(100) });
const kept = await keepResponse(Buffer.from(JSON_TEXT));
let fails = false;

const { server } = createTestServer((scope) => {
  scope.addHook('onRequest', async (received) => {
    received.caller = { id: 'a', limitedId: 'a', canCache: true, logFields: {} };
  });
  scope.addHook('onSend', async (_request, _reply, payload) => {
    if (!fails) return payload;
    fails = false;
    throw new Error('the connection is gone');
  });
  scope.get('/kept', { config: { isRevalidated: true } }, async (received, reply) => sendKept(received, reply, kept));
});
await server.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.server.address() as AddressInfo;
afterAll(() => server.close());

/** The response as its bytes, which `fetch` would decompress. */
async function get(headers: Record<string, string> = {}) {
  const outgoing = request({ host: '127.0.0.1', port, path: '/kept', headers, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

test.each<[string, string | undefined, (bytes: Buffer) => Buffer]>([
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=0.5, br;q=0.9', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['br;q=0.0', undefined, (bytes) => bytes],
  ['identity', undefined, (bytes) => bytes],
])('is sent as a client accepts it: %s', async (accepted, encoding, decompress) => {
  const { status, headers, bytes } = await get({ 'accept-encoding': accepted });
  expect([status, headers['content-encoding']]).toEqual([200, encoding]);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
  expect(headers.vary).toContain('accept-encoding');
  expect(decompress(bytes).toString()).toBe(JSON_TEXT);
});

test('is sent compressed with its length, as the bytes that are kept', async () => {
  const { headers, bytes } = await get({ 'accept-encoding': 'br' });
  expect(Number(headers['content-length'])).toBe(kept.brotli.byteLength);
  expect(bytes.equals(kept.brotli)).toBe(true);
});

test('has the same tag in each encoding, and no body for a client that has it', async () => {
  const tag = String((await get()).headers.etag);
  expect((await get({ 'accept-encoding': 'br' })).headers.etag).toBe(tag);
  const { status, headers, bytes } = await get({ 'accept-encoding': 'br', 'if-none-match': tag });
  expect([status, headers.etag, headers['content-encoding'], bytes.length]).toEqual([304, tag, undefined, 0]);
});

test('leaves no encoding to an error that replaces it', async () => {
  fails = true;
  const { status, headers, bytes } = await get({ 'accept-encoding': 'br' });
  expect([status, headers['content-encoding'], headers.etag]).toEqual([500, undefined, undefined]);
  expect(JSON.parse(bytes.toString()).code).toBe('server.unexpected');
});
