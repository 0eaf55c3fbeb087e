import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exchange, listenOnLoopback } from '#test/edge/raw-http.ts';
import { startTestBucket } from '#test/servers/bucket.ts';
import { startTestApp, type TestApp } from '#test/start-test-app.ts';
import { keyOfUrl, publicUrlOf, signedUrl } from './media.actions.ts';

const { accessKeyId, secretAccessKey, bucket, endpoint } = await startTestBucket();
const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
const onDisk = await startTestApp();
const inBucket = await startTestApp({ environment: { STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}`, ...keys } });
const broken = await startTestApp({ environment: { STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1', ...keys } });
const { deps, clock, server, person } = onDisk;

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const PUBLIC = 'avatars/of-ada.webp';
const PRIVATE = 'check-ins/of-ada.jpg';
const LONG = `check-ins/${'a'.repeat(36)}/${'b'.repeat(36)}/joyful-1779000000000.png`;

for (const app of [onDisk, inBucket]) {
  for (const key of [PUBLIC, PRIVATE, LONG]) await app.deps.storage.put(key, Buffer.from(`the bytes of ${key}`));
}

async function ask(url: string, app: TestApp = onDisk, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: received, body } = await app.server.inject({ method: 'GET', url, headers });
  return { status, headers: received, text: body };
}

/** The response for a missing file is the same for any reason. */
async function expectAbsent(url: string): Promise<void> {
  const { status, headers, text } = await ask(url);
  expect([url, status, headers['cache-control']]).toEqual([url, 404, 'no-store']);
  const { error, code } = JSON.parse(text);
  expect([error, code]).toEqual([expect.stringContaining('does not exist'), 'media.not-found']);
}

describe.each([
  ['on disk', onDisk],
  ['in a bucket', inBucket],
])('GET /media/*, stored %s', (_name, app) => {
  test('returns public files to all callers, cacheable', async () => {
    const { status, headers, text } = await ask(publicUrlOf(app.deps, PUBLIC), app);
    expect([status, text]).toEqual([200, `the bytes of ${PUBLIC}`]);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(text.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'content-disposition': 'inline',
    });
  });

  test('returns a private file for its signed URL until it expires', async () => {
    for (const [key, type] of [
      [PRIVATE, 'image/jpeg'],
      [LONG, 'image/png'],
    ] as const) {
      const address = signedUrl(app.deps, key);
      const { status, headers, text } = await ask(address, app);
      expect([status, text, headers['content-type']]).toEqual([200, `the bytes of ${key}`, type]);
      // Who may see it can change within the day.
      expect(headers['cache-control']).toBe('private, max-age=600');
    }
  });

  test('returns 304 to a client that has the file', async () => {
    for (const url of [publicUrlOf(app.deps, PUBLIC), signedUrl(app.deps, PRIVATE)]) {
      const { etag = '', 'cache-control': caching } = (await ask(url, app)).headers;
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, headers, text } = await ask(url, app, { 'if-none-match': tag });
        expect([status, text, headers.etag, headers['cache-control']]).toEqual([304, '', etag, caching]);
        expect(headers['content-type']).toBeUndefined();
      }
      expect((await ask(url, app, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  test('returns 404 for a file that is not there', async () => {
    expect((await ask('/media/avatars/missing.webp', app)).status).toBe(404);
    expect((await ask(signedUrl(app.deps, 'check-ins/missing.jpg'), app)).status).toBe(404);
  });
});

describe('GET /media/*', () => {
  test('returns 200 without the bytes for HEAD', async () => {
    const { statusCode, body, headers } = await server.inject({ method: 'HEAD', url: `/media/${PUBLIC}` });
    expect([statusCode, body, headers['content-type']]).toEqual([200, '', 'image/webp']);
  });

  test('lets a web client of a listed origin read it, and shows it to all others', async () => {
    const app = await startTestApp({ environment: { CORS_ORIGINS: 'https://web.test' } });
    await app.deps.storage.put(PUBLIC, Buffer.from('x'));
    const allowed = async (origin: string) =>
      (await ask(`/media/${PUBLIC}`, app, { origin })).headers['access-control-allow-origin'];
    expect(await allowed('https://web.test')).toBe('https://web.test');
    expect(await allowed('https://else.test')).toBeUndefined();
  });

  test('returns the same signed URL all day, so that clients can cache the file', () => {
    clock.set(new Date('2030-01-01T00:00:00Z'));
    const first = signedUrl(deps, PRIVATE);
    clock.advance(DAY - 1);
    expect(signedUrl(deps, PRIVATE)).toBe(first);
    clock.advance(1);
    expect(signedUrl(deps, PRIVATE)).not.toBe(first);
  });

  test('returns 404 once a signed URL has expired, at the end of the next day', async () => {
    clock.set(new Date('2030-01-03T23:00:00Z'));
    const address = signedUrl(deps, PRIVATE);
    clock.advance(DAY + HOUR - 1);
    const { status, headers } = await ask(address);
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=1']);
    clock.advance(1);
    await expectAbsent(address);
    const { statusCode } = await server.inject({ url: address, headers: { 'if-none-match': '*' } });
    expect(statusCode).toBe(404);
  });

  test('returns 404 for what is private without a good signature, whether it is there or not', async () => {
    const good = new URL(signedUrl(deps, PRIVATE));
    const signature = good.searchParams.get('signature') ?? '';
    const expires = Number(good.searchParams.get('expires'));
    const other = new URL(signedUrl(deps, LONG)).searchParams.get('signature') ?? '';
    const fromElsewhere = new URL(signedUrl(inBucket.deps, PRIVATE)).search;
    for (const query of [
      '',
      `?expires=${expires}`,
      `?signature=${signature}`,
      `?expires=${expires + 1}&signature=${signature}`,
      `?expires=${expires - 1}&signature=${signature}`,
      `?expires=0&signature=${signature}`,
      `?expires=-1&signature=${signature}`,
      `?expires=${expires}&signature=`,
      `?expires=${expires}&signature=${other}`,
      `?expires=${expires}&signature=${signature.slice(0, -1)}`,
      `?expires=${expires}&signature=${signature}A`,
      `?expires=${expires}&signature=${signature.toLowerCase()}`,
      `?expires=${expires}&signature=${'A'.repeat(43)}`,
      fromElsewhere,
    ]) {
      await expectAbsent(`/media/${PRIVATE}${query}`);
      await expectAbsent(`/media/check-ins/missing.jpg${query}`);
    }
    const { token } = await person();
    expect((await ask(`/media/${PRIVATE}`, onDisk, { authorization: `Bearer ${token}` })).status).toBe(404);
    expect((await ask(good.href)).status).toBe(200);
  });

  test('returns 404 for a signature under another key', async () => {
    const { search } = new URL(signedUrl(deps, PRIVATE));
    await expectAbsent(`/media/${LONG}${search}`);
  });

  test('returns 404 for whatever leads out of the folder, or is no key', async () => {
    const port = await listenOnLoopback(server);
    const files = join(deps.config.dataDirectory, 'files');
    await mkdir(join(files, 'avatars'), { recursive: true });
    await writeFile(join(files, 'avatars', 'page.html'), '<script>');
    await writeFile(join(files, 'avatars', '.draft.webp'), 'x');
    await writeFile(join(deps.config.dataDirectory, 'outside.webp'), 'x');
    for (const path of [
      'avatars/page.html',
      'avatars/.draft.webp',
      'avatars/../check-ins/of-ada.jpg',
      'avatars/%2e%2e/check-ins/of-ada.jpg',
      'avatars/..%2fcheck-ins%2fof-ada.jpg',
      'avatars/../../outside.webp',
      'avatars/%2e%2e/%2e%2e/outside.webp',
      'avatars/..%5c..%5coutside.webp',
      'avatars//of-ada.webp',
      'avatars/./of-ada.webp',
      'avatars',
      'avatars/',
      '',
      'of-ada.webp',
      'avatars/of-ada.webp/',
      'avatars/of-ada.webp%20',
      'avatars/of-ada.webp%0a',
      'avatars/OF-ADA.webp',
      `avatars/${'a'.repeat(300)}.webp`,
    ]) {
      // Raw, because clients normalize URLs.
      const response = await exchange(port, `GET /media/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  test('returns 400 for a query that is not what it says', async () => {
    for (const query of ['expires=soon', 'expires=1e9', `signature=${'a'.repeat(101)}`, 'expires=1&expires=2']) {
      expect((await ask(`/media/${PRIVATE}?${query}`)).status).toBe(400);
    }
  });

  test('returns 503 while the storage does not respond', async () => {
    const { status, headers, text } = await ask(`/media/${PUBLIC}`, broken);
    expect([status, JSON.parse(text).code, headers['cache-control']]).toEqual([503, 'storage.unavailable', 'no-store']);
    expect((await ask(`/media/${PRIVATE}`, broken)).status).toBe(404);
  });

  test('429 comes much later than elsewhere: a page shows many pictures', async () => {
    const app = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_ADDRESS: '3' } });
    await app.deps.storage.put(PUBLIC, Buffer.from('x'));
    const statuses = async (count: number, url: string) =>
      Promise.all(Array.from({ length: count }, async () => (await ask(url, app)).status));
    expect(new Set(await statuses(60, `/media/${PUBLIC}`))).toEqual(new Set([200]));
    expect(new Set(await statuses(2, `/media/${PUBLIC}`))).toEqual(new Set([429]));
    expect(await statuses(3, '/openapi.json')).toEqual([200, 200, 200]);
    expect(await statuses(1, '/openapi.json')).toEqual([429]);
  });
});

test.each([
  ['http://meadow.test/media/avatars/a.webp', 'avatars/a.webp'],
  ['http://meadow.test/media/', ''],
  ['http://meadow.test/else/a.webp', null],
  ['https://meadow.test/media/avatars/a.webp', null],
  ['http://meadow.test.evil.test/media/avatars/a.webp', null],
  ['http://evil.test/?http://meadow.test/media/avatars/a.webp', null],
])('the URL %s has the key %s', (address, key) => {
  expect(keyOfUrl(deps, address)).toBe(key);
});
