import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#app/database.ts';
import { migrationNames } from '#platform/db/migrations.ts';

/** The last migration of the version before. Move it when a version is released. */
const LAST_MIGRATION_BEFORE = '0040_webhooks';

/** Tests of the version before whose subject is the schema itself. They know the former one only. */
const ABOUT_THE_SCHEMA = ['**/data-rights/**', '**/*.{soak,race,model}.test.ts', '**/*.migration.test.ts'];

/** Features whose tables have changed since then, or that write through them. */
const FEATURES_WITH_NEW_TABLES = [
  'notification',
  'usage',
  'assistant',
  'account/audit',
  'event',
  'goal',
  'encouragement',
  'check-in',
];

/**
 * Plans of statements are not part of what a version needs. The test of the sequencer reads the outbox before the
 * transaction that emptied it has committed.
 */
const ALL_BUT_PLANS_AND_A_RACE =
  '^(?!.*(?:reads each page by an index|stores the last event of a key at most once in three seconds))';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const git = async (...options: string[]) => (await run('git', ['-C', ROOT, ...options])).stdout.trim();

const folder = await mkdtemp(join(tmpdir(), 'meadow-previous-'));
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

/** The newest commit without later migrations. */
async function findVersionBefore(): Promise<string> {
  for (const commit of (await git('rev-list', '--first-parent', 'HEAD')).split('\n')) {
    const files = (await git('ls-tree', '--name-only', commit, 'migrations/')).split('\n');
    const names = files.filter((file) => file.endsWith('.sql')).sort();
    if (names.at(-1) === `migrations/${LAST_MIGRATION_BEFORE}.sql`) return commit;
  }
  throw new Error(
    `No commit ends with ${LAST_MIGRATION_BEFORE}. Clone with history (git fetch --unshallow): this drill runs the version before.`,
  );
}

test('the version before works on the schema of this version: its tests pass with these migrations', async () => {
  const later = (await migrationNames(MIGRATIONS)).filter((name) => name > LAST_MIGRATION_BEFORE);
  expect(later).not.toEqual([]);
  const archive = join(folder, 'version.tar');
  await git('archive', '--output', archive, await findVersionBefore());
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(join(folder, 'migrations'), { recursive: true });
  await cp(MIGRATIONS, join(folder, 'migrations'), { recursive: true });
  for (const place of ['.', 'packages/client']) {
    await symlink(join(ROOT, place, 'node_modules'), join(folder, place, 'node_modules'));
  }
  const excluded = ABOUT_THE_SCHEMA.flatMap((pattern) => ['--exclude', pattern]);
  const paths = FEATURES_WITH_NEW_TABLES.map((name) => `src/features/${name}/`);
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout } = await run(
    process.execPath,
    // The tests of a past version cannot be mended: one that loses a race gets a second chance.
    [vitest, 'run', '--reporter=dot', '--retry=1', '-t', ALL_BUT_PLANS_AND_A_RACE, ...excluded, ...paths],
    {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined },
    },
  ).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout.slice(-8_000)}\n${error.stderr.slice(-4_000)}`);
  });
  // A failure would have ended it with another code.
  expect(
    Number(/(\d+) passed/.exec(stripVTControlCharacters(stdout).split('Tests ').at(-1) ?? '')?.[1]),
  ).toBeGreaterThan(500);
});
