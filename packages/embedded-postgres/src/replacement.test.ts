import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { completeReplacement, replaceCluster } from './replacement.ts';

/** Two folders with a word each. */
async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'replacement-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [place, next, former] = ['postgres', 'postgres-18', 'postgres-17'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const [directory, word] of [
    [place, 'old'],
    [next, 'new'],
  ] as const) {
    await mkdir(directory);
    await writeFile(join(directory, 'word'), word);
  }
  const wordIn = (directory: string) => readFile(join(directory, 'word'), 'utf8');
  return { folder, place, next, former, wordIn };
}

test('a replacement takes the place of the cluster, which is kept', async () => {
  const { folder, place, next, former, wordIn } = await prepare();
  await replaceCluster(place, next, former);
  expect([await wordIn(place), await wordIn(former)]).toEqual(['new', 'old']);
  await completeReplacement(place);
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres-17']);
});

test('a replacement is refused while something is in the way of the former cluster', async () => {
  const { place, next, former, wordIn } = await prepare();
  await mkdir(former);
  await expect(replaceCluster(place, next, former)).rejects.toThrow('in the way');
  expect(await wordIn(place)).toBe('old');
});

test.each([
  ['before its first rename', 'old', async () => undefined],
  ['between its renames', 'new', async (place: string, _next: string, former: string) => rename(place, former)],
  [
    'after its second rename',
    'new',
    async (place: string, next: string, former: string) => {
      await rename(place, former);
      await rename(next, place);
    },
  ],
] as const)('a replacement that died %s leaves a cluster that can be started', async (_moment, word, die) => {
  const { folder, place, next, former, wordIn } = await prepare();
  await writeFile(`${place}.replacing`, `${next}\n`);
  await die(place, next, former);
  await completeReplacement(place);
  expect(await wordIn(place)).toBe(word);
  expect(await readdir(folder)).not.toContain('postgres.replacing');
});
