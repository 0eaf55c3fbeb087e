import { readdir } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { TIERS, type TierName } from '../vitest/tiers.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['src', 'web/src', 'web/test', 'packages', 'test'];

/** Most patterns are paths. */
const isMatched = (path: string, patterns: readonly string[]) =>
  patterns.includes(path) || patterns.some((pattern) => /[*{]/.test(pattern) && matchesGlob(path, pattern));

/** The tiers that run a file. */
function tiersOf(path: string): TierName[] {
  const names = Object.keys(TIERS) as TierName[];
  return names.filter((name) => isMatched(path, TIERS[name].include) && !isMatched(path, TIERS[name].exclude));
}

test('each test file belongs to one tier', async () => {
  const names = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const paths = names.flat().filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules/'));
  expect(paths.length).toBeGreaterThan(600);
  expect(paths.map((path) => [path, ...tiersOf(path)]).filter(({ length }) => length !== 2)).toEqual([]);
});

test.each([
  ['src/features/goal/goal.test.ts', 'push'],
  ['src/features/goal/goal.rules.test.ts', 'push'],
  ['src/features/goal/goal-check-in.race.test.ts', 'regression'],
  ['src/features/journal/entry-list/entry-sort.test.ts', 'regression'],
  ['src/features/journal/entry-list/entry-list.test.ts', 'push'],
  ['test/access-matrix/access-matrix.test.ts', 'regression'],
  ['test/edge/exactly-once.soak.test.ts', 'soak'],
  ['src/features/lab/template/template.test.ts', 'regression'],
  ['src/features/lab/template/template.rules.test.ts', 'push'],
  ['test/soak/backup.test.ts', 'exclusive'],
  ['web/test/chat.browser.test.ts', 'browser'],
])('%s is of %s', (path, tier) => {
  expect(tiersOf(path)).toEqual([tier]);
});
