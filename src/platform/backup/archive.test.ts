import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { DamagedArchiveError, type Part, readArchive, writeArchive } from './archive.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-archive-'));
afterAll(() => rm(folder, { recursive: true }));

const PARTS: Part[] = [
  { name: 'manifest.json', bytes: Buffer.from('{}') },
  { name: 'files/empty.webp', bytes: Buffer.alloc(0) },
  { name: `files/${'long-name-'.repeat(15)}.webp`, bytes: Buffer.from('a long name') },
  {
    name: 'tables/profile/00000',
    bytes: Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251)),
  },
];

async function write(name: string, parts = PARTS): Promise<string> {
  const path = join(folder, name);
  await writeArchive(path, async (add) => {
    for (const part of parts) await add(part.name, part.bytes);
  });
  return path;
}

async function read(path: string) {
  const found: Part[] = [];
  await readArchive(path, async (part) => void found.push(part));
  return found;
}

test('parts come back in order, byte by byte, from a file that its owner alone can read', async () => {
  const path = await write('whole');
  const found = await read(path);
  expect(found.map(({ name }) => name)).toEqual(PARTS.map(({ name }) => name));
  expect(found.every(({ bytes }, index) => bytes.equals(PARTS[index]?.bytes ?? Buffer.alloc(1)))).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a failure leaves neither the file nor a draft of it', async () => {
  const path = join(folder, 'failed');
  const writing = writeArchive(path, async (add) => {
    await add('one', Buffer.alloc(2_000_000, 'x'));
    throw new Error('the snapshot is gone');
  });
  await expect(writing).rejects.toThrow('the snapshot is gone');
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([]);
});

test('nor does one before the first part, while the file is being opened', async () => {
  const fail = async () => Promise.reject(new Error('stopped at once'));
  for (let attempt = 0; attempt < 200; attempt += 1) {
    await expect(writeArchive(join(folder, `early-${attempt}`), fail)).rejects.toThrow('stopped at once');
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('early'))).toEqual([]);
});

test('a file that cannot be made fails with the reason of the system', async () => {
  await expect(writeArchive(join(folder, 'no', 'folder'), (add) => add('one', 'x'))).rejects.toThrow('ENOENT');
  await expect(readArchive(join(folder, 'absent'), async () => undefined)).rejects.toThrow('ENOENT');
});

test('a failure of the reader is its own, and no damage', async () => {
  const path = await write('refused');
  const refusing = readArchive(path, async () => {
    throw new Error('not wanted');
  });
  await expect(refusing).rejects.toThrow('not wanted');
});

test.each([
  ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['cut by its last byte', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['empty', () => Buffer.alloc(0)],
  ['no archive at all', () => Buffer.from('a letter to Ada')],
  [
    'with one bit changed',
    (bytes: Buffer) => {
      const changed = Buffer.from(bytes);
      changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
      return changed;
    },
  ],
  [
    'changed and compressed again',
    (bytes: Buffer) => {
      const tar = gunzipSync(bytes);
      tar[1024 * 1024] = (tar[1024 * 1024] ?? 0) ^ 1;
      return gzipSync(tar);
    },
  ],
  [
    'without its seal',
    (bytes: Buffer) => gzipSync(Buffer.concat([gunzipSync(bytes).subarray(0, -2_048), Buffer.alloc(1_024)])),
  ],
])('a file %s is refused', async (name, damage) => {
  const path = await write(name);
  await writeFile(path, damage(await readFile(path)));
  await expect(read(path)).rejects.toBeInstanceOf(DamagedArchiveError);
});
