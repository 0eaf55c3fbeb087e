import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../start-test-app.ts';
import { listenOnLoopback } from './raw-http.ts';

const PAGE = '<!doctype html><title>Meadow</title><script type="module" src="/assets/app-1.js"></script>';
const SCRIPT = `export const words = ${JSON.stringify('flower '.repeat(400))};`;
const folder = await buildSample();
afterAll(() => rm(folder, { recursive: true }));

const app = await startTestApp({ builtInIdentity: true, webFolder: folder });
const port = await listenOnLoopback(app.server);
const external = await startTestApp({ webFolder: folder });
const off = await startTestApp({ webFolder: folder, environment: { WEB: 'off' } });

/** The Accept header of Chrome for a page. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

async function buildSample(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'meadow-web-'));
  await mkdir(join(root, 'assets'));
  await mkdir(join(root, 'icons'));
  await writeFile(join(root, 'index.html'), PAGE);
  await writeFile(join(root, 'worker.js'), 'self.skipWaiting();');
  await writeFile(join(root, 'manifest.webmanifest'), '{}');
  await writeFile(join(root, 'icons', 'flower.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(root, '.builds.json'), '[]');
  await writeFile(join(root, 'assets', 'app-1.js'), SCRIPT);
  await writeFile(join(root, 'assets', 'app-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(root, 'assets', 'app-1.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(root, 'assets', 'font-1.woff2'), Buffer.alloc(2_000, 7));
  return root;
}

/** The response as its bytes. The path is sent as it is. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const outgoing = request({ host: '127.0.0.1', port, path, method, agent: false, headers }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

describe('the page of the client', () => {
  test.each([
    '/',
    '/today',
    '/journal/019400f1-7c5e-7000-8000-1f6f5d3c2b1a?mood=calm',
    '/admin/health',
    '/apiary',
    '/reset-password',
  ])('is at %s', async (path) => {
    const { status, headers, bytes } = await get(path, { accept: ACCEPT });
    expect([status, bytes.toString()]).toEqual([200, PAGE]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toMatch(/accept\b/i);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: http://meadow.test; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    // Under `no-referrer`, requests of the page would have no origin, and users could not sign in.
    expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' });
  });

  test('may call an external identity provider', async () => {
    const { headers } = await external.call(null, 'GET', '/', undefined, { accept: ACCEPT });
    const origin = new URL(external.issuer.issuer).origin;
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${origin}`);
  });

  test('is sent again only after it changed, and without a body to HEAD', async () => {
    const { headers } = await get('/today', { accept: ACCEPT });
    const same = await get('/today', { accept: ACCEPT, 'if-none-match': String(headers.etag) });
    expect([same.status, same.bytes.length, same.headers['cache-control']]).toEqual([304, 0, 'no-cache']);
    const head = await get('/today', { accept: ACCEPT }, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(PAGE.length)]);
  });

  test('is not sent for files, paths of the server, programs and writes', async () => {
    const paths = ['/api', '/api/nothing', '/auth/nothing', '/docs/nothing', '/health/nothing', '/media/nothing'];
    for (const path of [...paths, '/assets', '/assets/nothing', '/picture.png', '/assets/app-2.js']) {
      const { status, headers, bytes } = await get(path, { accept: ACCEPT });
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8']);
      expect(JSON.parse(bytes.toString()).code).toMatch(/^(route\.unknown|media\.\S+|identity\.\S+)$/);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect((await get('/today', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/today')).status).toBe(404);
    expect((await get('/today', { accept: ACCEPT }, 'POST')).status).toBe(404);
  });

  test('is at / for a service worker, which names no type, and at /index.html', async () => {
    const worker = { accept: '*/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' };
    expect((await get('/', worker)).bytes.toString()).toBe(PAGE);
    expect((await get('/index.html')).bytes.toString()).toBe(PAGE);
  });

  test('leaves / to programs as JSON', async () => {
    const { body } = await app.call(null, 'GET', '/');
    expect(body).toMatchObject({ name: 'Meadow', docs: 'http://meadow.test/docs' });
  });
});

describe('an asset', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    [undefined, (bytes: Buffer) => bytes],
  ])('is sent as it was built, in %s', async (encoding, decode) => {
    const { status, headers, bytes } = await get('/assets/app-1.js', {
      ...(encoding && { 'accept-encoding': encoding }),
    });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
    expect(decode(bytes).toString()).toBe(SCRIPT);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^(application|text)\/javascript; charset=utf-8$/);
    expect(headers.vary).toMatch(/accept-encoding/i);
  });

  test('prefers brotli, and is 304 for its ETag', async () => {
    const accept = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    const { headers } = await get('/assets/app-1.js', accept);
    expect([headers['content-encoding'], headers.etag]).toEqual(['br', expect.any(String)]);
    const same = await get('/assets/app-1.js', { ...accept, 'if-none-match': String(headers.etag) });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
  });

  test('without a compressed form is sent as it is', async () => {
    const { headers, bytes } = await get('/assets/font-1.woff2', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers['content-type'], bytes.length]).toEqual([
      undefined,
      'font/woff2',
      2_000,
    ]);
  });

  test('is sent as a whole to a request for a part of it', async () => {
    for (const range of ['bytes=0-9', 'bytes=9999-', 'bytes=-1,5-2']) {
      const { status, bytes } = await get('/assets/app-1.js', { range });
      expect([range, status, bytes.length]).toEqual([range, 200, SCRIPT.length]);
    }
  });
});

test('the other files are revalidated, and a worker may request what the page may', async () => {
  const page = await get('/', { accept: ACCEPT });
  for (const [path, type] of [
    ['/worker.js', /javascript/],
    ['/manifest.webmanifest', /manifest\+json/],
    ['/icons/flower.svg', /svg/],
  ] as const) {
    const { status, headers } = await get(path);
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-cache']);
    expect(headers['content-type']).toMatch(type);
    expect(headers['content-security-policy']).toBe(page.headers['content-security-policy']);
  }
});

test.each([
  '/assets/../index.html',
  '/assets/..%2findex.html',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5cpackage.json',
  '/assets/....//index.html',
  '/assets/%00',
  '/assets//app-1.js',
  '/assets/',
  '/.builds.json',
  '/assets/../../../../../../etc/passwd',
  '//etc/passwd',
])('%s leads to no file', async (path) => {
  const { status = 0, headers, bytes } = await get(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(bytes.toString()).not.toContain('root:');
});

describe('WEB=off', () => {
  test('serves a page of a few words at / and where emails link to, and no client', async () => {
    for (const path of ['/', '/today', '/reset-password']) {
      const { status, text } = await off.call(null, 'GET', path, undefined, { accept: ACCEPT });
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain('serves the API alone');
    }
    for (const path of ['/assets/app-1.js', '/journal/1', '/admin/health']) {
      expect((await off.call(null, 'GET', path, undefined, { accept: ACCEPT })).status).toBe(404);
    }
  });
});
