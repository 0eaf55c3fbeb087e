import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readZip } from '#test/zip.ts';
import { createZip } from './zip-writer.ts';

const DATE = new Date('2026-03-01T12:00:00Z');

async function* lines(count: number) {
  for (let index = 0; index < count; index += 1) yield `line ${index}`;
}

test('an archive holds texts, bytes and lines under their names', async () => {
  const bytes = randomBytes(100_000);
  let checksum = {};
  const archive = await buffer(
    createZip(DATE, async (zip) => {
      await zip.addText('README.txt', 'Grüße');
      await zip.addText('empty.txt', '');
      await zip.addBytes('media/ä.webp', bytes);
      checksum = await zip.addLines('data/lines.ndjson', lines(50_000));
      await zip.addLines('data/none.ndjson', lines(0));
    }),
  );
  const files = await readZip(archive);
  expect([...files.keys()]).toEqual([
    'README.txt',
    'empty.txt',
    'media/ä.webp',
    'data/lines.ndjson',
    'data/none.ndjson',
  ]);
  expect(files.get('README.txt')?.toString()).toBe('Grüße');
  expect(files.get('empty.txt')).toHaveLength(0);
  expect(files.get('media/ä.webp')?.equals(bytes)).toBe(true);
  const data = files.get('data/lines.ndjson') ?? Buffer.alloc(0);
  expect(data.toString().split('\n')).toHaveLength(50_001);
  expect(checksum).toEqual({ sizeBytes: data.length, sha256: createHash('sha256').update(data).digest('hex') });
});

test('files wait for a slow reader', async () => {
  let added = 0;
  const zip = createZip(DATE, async (writer) => {
    for (; added < 1_000; added += 1) await writer.addBytes(`${added}.bin`, randomBytes(50_000));
  });
  await once(zip, 'readable');
  await promisify(setImmediate)();
  expect(added).toBeLessThan(10);
  zip.destroy();
});

test('an archive fails with the error of what writes it, also within lines', async () => {
  const failing = createZip(DATE, async () => {
    throw new Error('of the files');
  });
  await expect(buffer(failing)).rejects.toThrow('of the files');
  const failingLines = createZip(DATE, async (zip) => {
    await zip.addLines(
      'data.ndjson',
      (async function* () {
        yield 'one';
        throw new Error('of the lines');
      })(),
    );
  });
  await expect(buffer(failingLines)).rejects.toThrow('of the lines');
});

test.each(['addBytes', 'addLines'] as const)('%s rejects when the reader has stopped', async (call) => {
  let failure: unknown;
  const ended = new Promise<void>((resolve) => {
    const zip = createZip(DATE, async (writer) => {
      try {
        for (;;) {
          if (call === 'addBytes') await writer.addBytes('a.bin', randomBytes(50_000));
          else await writer.addLines('a.ndjson', lines(100_000));
        }
      } catch (error) {
        failure = error;
        resolve();
        throw error;
      }
    });
    zip.once('readable', () => zip.destroy());
  });
  await ended;
  expect(failure).toMatchObject({ message: 'The reader of the archive stopped.' });
});
