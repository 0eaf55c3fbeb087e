import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteOldDrafts } from './drafts.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const HOUR_MS = 3_600_000;
const RANDOM = '0b6f3c1e-1d2a-4c3b-9e8f-001122334455';

test('what a killed backup has left is deleted a day later, whatever its name, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-drafts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ages: Record<string, number> = {
    [`today.tar.gz.${RANDOM}.part`]: 25,
    [`meadow-2026-11-26T0430Z.tar.gz.age.${RANDOM}.part`]: 25,
    [`running.tar.gz.${RANDOM}.part`]: 23,
    'today.tar.gz': 900,
    'film.part': 900,
    'meadow-film.part': 900,
    [`${RANDOM}.part`]: 900,
  };
  for (const [name, hours] of Object.entries(ages)) {
    await writeFile(join(folder, name), '');
    const time = new Date(NOW.getTime() - hours * HOUR_MS);
    await utimes(join(folder, name), time, time);
  }
  await deleteOldDrafts(folder, NOW);
  const kept = Object.keys(ages).filter((name) => !name.endsWith(`${RANDOM}.part`) || ages[name] !== 25);
  expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted());
});

test('a folder that does not exist has none', async () => {
  await expect(deleteOldDrafts('/nonexistent/folder', NOW)).resolves.toBeUndefined();
});
