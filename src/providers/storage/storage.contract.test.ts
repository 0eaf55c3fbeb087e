import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { holdTimers } from '#test/held-timers.ts';
import { startTestBucket } from '#test/servers/bucket.ts';
import { createStorage } from './storage.factory.ts';
import type { StorageFailure, StorageSettings, StoredFile } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-files-'));
afterAll(() => rm(folder, { recursive: true }));
const { bucket, endpoint, ...credentials } = await startTestBucket();
const inBucket: StorageSettings & { kind: 's3' } = { kind: 's3', bucket, region: 'us-east-1', endpoint, credentials };

/** The time limit of a call. A test decides whether it passes. */
const LIMIT_MS = 600_002;

const UNAVAILABLE = expect.objectContaining({ status: 503, code: 'storage.unavailable' });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (file: StoredFile | null) => (file === null ? undefined : Buffer.from(file.bytes).toString());
const ignore = () => undefined;

describe.each<[string, StorageSettings]>([
  ['a folder', { kind: 'disk', folder: join(folder, 'made', 'when-needed') }],
  ['a bucket', inBucket],
])('files in %s', async (_name, settings) => {
  const failures: StorageFailure[] = [];
  const storage = await createStorage(settings, (failure) => failures.push(failure));
  const read = async (key: string) => {
    const file = await storage.read(key);
    return file === null ? null : { text: textOf(file), contentType: file.contentType };
  };

  test('come back as they were put, with the type that their key says', async () => {
    await storage.put('avatars/ada-1.webp', bytesOf('one'));
    await storage.put('a/b/c_d/E-2.png', bytesOf('two'));
    await storage.put('top.jpg', bytesOf(''));
    expect(await read('avatars/ada-1.webp')).toEqual({ text: 'one', contentType: 'image/webp' });
    expect(await read('a/b/c_d/E-2.png')).toEqual({ text: 'two', contentType: 'image/png' });
    expect(await read('top.jpg')).toEqual({ text: '', contentType: 'image/jpeg' });
  });

  test('of ten megabytes come back byte by byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 10 * 1024 * 1024 }, (_, index) => (index * 31) % 251));
    await storage.put('large.png', bytes);
    expect(Buffer.from((await storage.read('large.png'))?.bytes ?? []).equals(bytes)).toBe(true);
  });

  test('are streamed in and out, in parts', async () => {
    const part = Buffer.alloc(1024 * 1024, 7);
    const chunks = async function* (count: number) {
      for (let index = 0; index < count; index += 1) yield part;
    };
    await storage.putStream('streamed/export.zip', chunks(18));
    await storage.putStream('streamed/export.zip', chunks(17));
    const opened = await storage.open('streamed/export.zip');
    expect(opened?.sizeBytes).toBe(17 * part.length);
    let sizeBytes = 0;
    for await (const chunk of opened?.stream ?? []) sizeBytes += chunk.length;
    expect(sizeBytes).toBe(17 * part.length);
    await storage.delete('streamed/export.zip');
    expect(await storage.open('streamed/export.zip')).toBeNull();
    expect(await storage.open('../outside.zip')).toBeNull();
  });

  test('leave nothing if what they are made of fails, with its error', async () => {
    const failing = async function* () {
      yield Buffer.alloc(9 * 1024 * 1024);
      throw new Error('of the chunks');
    };
    await expect(storage.putStream('streamed/failed.zip', failing())).rejects.toThrow('of the chunks');
    expect(await storage.open('streamed/failed.zip')).toBeNull();
  });

  test('are replaced by what is put later', async () => {
    await storage.put('same.webp', bytesOf('a longer first'));
    await storage.put('same.webp', bytesOf('second'));
    expect((await read('same.webp'))?.text).toBe('second');
  });

  test('are gone once deleted, and deleting them again is fine', async () => {
    await storage.put('doomed.webp', bytesOf('x'));
    await storage.delete('doomed.webp');
    await storage.delete('doomed.webp');
    expect(await read('doomed.webp')).toBeNull();
  });

  test('returns null for a file that was never put', async () => {
    expect(await read('never/put.webp')).toBeNull();
  });

  test.each([
    '../outside.webp',
    'a/../outside.webp',
    'a/../../outside.webp',
    '/etc/passwd.png',
    'a//b.webp',
    'a/./b.webp',
    './b.webp',
    'a\\..\\b.webp',
    '.hidden.webp',
    'a.b.webp',
    'a/.webp',
    'a b.webp',
    'a\0b.webp',
    'a\n.webp',
    'b.webp\n',
    'ä.webp',
    '%2e%2e/b.webp',
    'C:/b.webp',
    'page.html',
    'page.svg',
    'noending',
    '.webp',
    'folder/',
    '',
    `${'a'.repeat(196)}.webp`,
  ])('have no key like %j', async (key) => {
    await expect(storage.put(key, bytesOf('x'))).rejects.toThrow('storage key is invalid');
    await expect(storage.delete(key)).rejects.toThrow('storage key is invalid');
    expect(await storage.read(key)).toBeNull();
  });

  test('are listed, each with the moment when it was put', async () => {
    const began = Date.now();
    await storage.put('listed/deep/one.webp', bytesOf('one'));
    const listed = new Map<string, Date>();
    for await (const { key, modifiedAt } of storage.list()) listed.set(key, modifiedAt);
    expect([...listed.keys()].sort()).toEqual([
      'a/b/c_d/E-2.png',
      'avatars/ada-1.webp',
      'large.png',
      'listed/deep/one.webp',
      'same.webp',
      'top.jpg',
    ]);
    // Clocks of file systems and buckets are coarse.
    expect(Math.abs((listed.get('listed/deep/one.webp')?.getTime() ?? 0) - began)).toBeLessThan(60_000);
  });

  test('were served without a failure', () => {
    expect(failures).toEqual([]);
  });
});

describe('a folder', () => {
  test('holds no file that is half of one and half of another, however many write at once', async () => {
    const storage = await createStorage({ kind: 'disk', folder: join(folder, 'contested') }, ignore);
    const contents = Array.from({ length: 10 }, (_, index) => String(index).repeat(200_000));
    const seen: (string | undefined)[] = [];
    const writing = Promise.all(contents.map((text) => storage.put('contested.png', bytesOf(text))));
    for (let index = 0; index < 10; index += 1) seen.push(textOf(await storage.read('contested.png')));
    await writing;
    seen.push(textOf(await storage.read('contested.png')));
    expect(seen.at(-1)).toBeDefined();
    for (const text of seen) expect([undefined, ...contents]).toContain(text);
  });

  test('holds the files under their keys, and nothing else', async () => {
    const own = join(folder, 'own');
    const storage = await createStorage({ kind: 'disk', folder: own }, ignore);
    await Promise.all(Array.from({ length: 20 }, (_, index) => storage.put(`x/${index % 3}.webp`, bytesOf('x'))));
    expect((await readdir(own, { recursive: true })).sort()).toEqual(['x', 'x/0.webp', 'x/1.webp', 'x/2.webp']);
    expect(await readFile(join(own, 'x', '0.webp'), 'utf8')).toBe('x');
  });

  test('lists its files alone: no drafts, and nothing of others', async () => {
    const own = join(folder, 'mixed');
    const storage = await createStorage({ kind: 'disk', folder: own }, ignore);
    const keys = async () => {
      const found: string[] = [];
      for await (const { key } of storage.list()) found.push(key);
      return found;
    };
    expect(await keys()).toEqual([]);
    await storage.put('x/1.webp', bytesOf('x'));
    await writeFile(join(own, 'x', `.draft.part`), '');
    await writeFile(join(own, 'README.md'), '');
    expect(await keys()).toEqual(['x/1.webp']);
  });

  test('keeps the file as it was, and no draft, where a new one cannot be moved to its place', async () => {
    const own = join(folder, 'blocked');
    await mkdir(join(own, 'x.webp', 'in-the-way'), { recursive: true });
    const failures: StorageFailure[] = [];
    const storage = await createStorage({ kind: 'disk', folder: own }, (failure) => failures.push(failure));
    await expect(storage.put('x.webp', bytesOf('x'))).rejects.toEqual(UNAVAILABLE);
    expect(await readdir(own, { recursive: true })).toEqual(['x.webp', 'x.webp/in-the-way']);
    expect(failures).toEqual([{ operation: 'put', reason: expect.stringMatching(/^E[A-Z]+$/) }]);
  });

  test('that is none fails each call', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const storage = await createStorage({ kind: 'disk', folder: file }, ignore);
    await expect(storage.put('x.webp', bytesOf('x'))).rejects.toEqual(UNAVAILABLE);
    await expect(storage.read('x.webp')).rejects.toEqual(UNAVAILABLE);
    await expect(storage.delete('x.webp')).rejects.toEqual(UNAVAILABLE);
  });
});

describe('a bucket whose server', () => {
  /** A storage over a server that answers like this. */
  async function over(respond: RequestListener, timeoutMs = LIMIT_MS) {
    const server = createServer(respond);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const failures: StorageFailure[] = [];
    const settings = { ...inBucket, endpoint: `http://127.0.0.1:${port}`, timeoutMs };
    return { storage: await createStorage(settings, (failure) => failures.push(failure)), failures };
  }

  async function expectFailures(respond: RequestListener, isDue: () => unknown = () => undefined) {
    const { storage, failures } = await over(respond);
    await Promise.all([
      isDue(),
      expect(storage.put('x.webp', bytesOf('x'))).rejects.toEqual(UNAVAILABLE),
      expect(storage.read('x.webp')).rejects.toEqual(UNAVAILABLE),
      expect(storage.delete('x.webp')).rejects.toEqual(UNAVAILABLE),
    ]);
    expect(failures.map(({ operation }) => operation).sort()).toEqual(['delete', 'put', 'read']);
    return failures;
  }

  test('never answers is given up in time', async () => {
    const limit = holdTimers((durationMs) => durationMs === LIMIT_MS);
    let requests = 0;
    const count = () => {
      requests += 1;
    };
    await expectFailures(count, async () => {
      await expect.poll(() => requests).toBe(3);
      limit.pass();
    });
    expect(limit.durations).toEqual([LIMIT_MS, LIMIT_MS, LIMIT_MS]);
  });

  test('answers a byte now and then is given up in time', async () => {
    const limit = holdTimers((durationMs) => durationMs === LIMIT_MS);
    let bytes = 0;
    const { storage, failures } = await over((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': 1_000 });
      const dripping = setInterval(() => response.write('x', () => (bytes += 1)), 20);
      response.on('close', () => clearInterval(dripping));
    });
    const reading = storage.read('x.webp').catch((error: unknown) => error);
    await expect.poll(() => bytes).toBeGreaterThan(3);
    limit.pass();
    expect(await reading).toEqual(UNAVAILABLE);
    expect(failures).toEqual([{ operation: 'read', reason: 'TimeoutError' }]);
  });

  test('sends far more than any file of ours has is given up', async () => {
    const { storage } = await over((_request, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024);
      const pour = () => {
        while (response.writable && response.write(chunk));
      };
      response.on('drain', pour);
      pour();
    });
    await expect(storage.read('x.webp')).rejects.toEqual(UNAVAILABLE);
  });

  test('hangs up fails each call', async () => {
    await expectFailures((request) => request.destroy());
  });

  test('is out of order fails each call, after another try', async () => {
    let asked = 0;
    await expectFailures((_request, response) => {
      asked += 1;
      response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
    });
    expect(asked).toBe(6);
  });

  test('hides its state behind one bad answer is asked again', async () => {
    let asked = 0;
    const { storage } = await over((_request, response) => {
      asked += 1;
      response.writeHead(asked === 1 ? 503 : 200).end('x');
    });
    expect(textOf(await storage.read('x.webp'))).toBe('x');
  });

  test('speaks nonsense fails a read', async () => {
    const { storage } = await over((_request, response) => response.writeHead(404).end('<nonsense'));
    await expect(storage.read('x.webp')).rejects.toEqual(UNAVAILABLE);
  });

  test('does not let us in fails each call, and the operator learns why', async () => {
    const failures = await expectFailures((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>x.webp canary</Message></Error>');
    });
    expect(new Set(failures.map(({ reason }) => reason))).toEqual(new Set(['SignatureDoesNotMatch']));
  });

  test('has no such bucket fails each call: that is no missing file', async () => {
    const failures: StorageFailure[] = [];
    const storage = await createStorage({ ...inBucket, bucket: 'absent' }, (failure) => failures.push(failure));
    await expect(storage.read('x.webp')).rejects.toEqual(UNAVAILABLE);
    await expect(storage.put('x.webp', bytesOf('x'))).rejects.toEqual(UNAVAILABLE);
    expect(failures.map(({ reason }) => reason)).toEqual(['NoSuchBucket', 'NoSuchBucket']);
  });

  test('does not list fails there, and not with an empty list', async () => {
    const { storage, failures } = await over((_request, response) => response.writeHead(403).end());
    await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toEqual(UNAVAILABLE);
    expect(failures.map(({ operation }) => operation)).toEqual(['list']);
  });

  test('has more files than fit into one answer lists them all', async () => {
    const { storage } = await over((request, response) => {
      const token = new URL(request.url ?? '', 'http://bucket').searchParams.get('continuation-token');
      const file = `<Contents><Key>${token ?? 'first'}.webp</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
      const next = token === null ? '<NextContinuationToken>second</NextContinuationToken>' : '';
      response.writeHead(200).end(`<ListBucketResult>${file}${next}</ListBucketResult>`);
    });
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    expect(keys).toEqual(['first.webp', 'second.webp']);
  });

  test('is not there fails each call at once', async () => {
    const failures: StorageFailure[] = [];
    const settings = { ...inBucket, endpoint: 'http://127.0.0.1:1' };
    const storage = await createStorage(settings, (failure) => failures.push(failure));
    await expect(storage.read('x.webp')).rejects.toEqual(UNAVAILABLE);
    expect(failures).toEqual([{ operation: 'read', reason: 'ECONNREFUSED' }]);
  });
});
