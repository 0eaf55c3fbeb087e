import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Disk, isLow, readDisks, watchDisks } from './disk-space.ts';

const GB = 1024 ** 3;

test.each([
  [0, 10 * GB, true],
  [GB - 1, 10 * GB, true],
  [GB, 10 * GB, false],
  [GB, 20 * GB, false],
  [GB, 20 * GB + 20, true],
  [49 * GB, 1_000 * GB, true],
  [50 * GB, 1_000 * GB, false],
])('%d bytes free of %d: low %s', (freeBytes, totalBytes, low) => {
  expect(isLow({ freeBytes, totalBytes })).toBe(low);
});

test('a disk is told once with all that it holds, through links, and for folders that are not there yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-disk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'real'));
  await symlink('/proc', join(folder, 'link'));
  const places = { data: folder, files: join(folder, 'not', 'yet'), database: join(folder, 'link', 'self') };
  const disks = await readDisks(places);
  expect(disks.map(({ holds }) => holds)).toEqual([['data', 'files'], ['database']]);
  expect(disks[0]?.totalBytes).toBeGreaterThan(disks[0]?.freeBytes ?? 0);
  expect(disks[0]?.freeBytes).toBeGreaterThan(0);
});

test('a disk that becomes low is told of once, and again only after it had room', async () => {
  const low: Disk = { holds: ['data'], freeBytes: 5, totalBytes: GB };
  const roomy: Disk = { holds: ['data'], freeBytes: 500 * GB, totalBytes: 1_000 * GB };
  const looks = [[roomy], [low], [low], [{ ...low, freeBytes: 4 }], [roomy], [low], [low]];
  const told: number[] = [];
  let look = 0;
  let done: () => void = () => undefined;
  const seenAll = new Promise<void>((resolve) => {
    done = resolve;
  });
  const watch = watchDisks({
    intervalMs: 1,
    onLow: () => told.push(look),
    read: async () => {
      const disks = looks[look];
      look += 1;
      if (disks === undefined) done();
      return disks ?? [low];
    },
  });
  await seenAll;
  await watch.stop();
  expect(told).toEqual([2, 6]);
});
