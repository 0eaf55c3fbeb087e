import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readZip } from '#test/zip.ts';
import { createZip } from './zip-writer.ts';

test('an archive of more files than the old format counts is complete', async () => {
  const archive = await buffer(
    createZip(new Date(0), async (zip) => {
      for (let index = 0; index < 66_000; index += 1) await zip.addBytes(`${index}.txt`, Buffer.alloc(0));
    }),
  );
  expect((await readZip(archive)).size).toBe(66_000);
});
