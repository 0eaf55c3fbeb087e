import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { verifyBackup } from '#app/backup/format.ts';
import { readConfig } from '#app/config.ts';
import { openDatabase, openEmbedded } from '#app/database.ts';
import { makeSchedulerTables } from '#platform/jobs/scheduler.ts';
import { createLogger } from '#platform/log.ts';
import { digestRows } from '#test/database/row-digest.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { backUpTo } from '../backup/backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import { installFormerPrograms } from './former-programs.ts';
import { upgradeDatabase } from './upgrade.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-upgrade-'));
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));
const never = new AbortController().signal;
const log = createLogger('silent');
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

const app = await startTestApp({
  environment: { ENCRYPTION_KEY, STORAGE_URL: `file:${join(folder, 'source', 'files')}` },
});
const ada = await app.person();
await app.call(ada, 'POST', '/api/journal', { title: 'Day one', content: 'Tabs\tand ümläuts 🌱\n' });
await makeSchedulerTables(app.databaseUrl, log);

/** A data folder whose database PostgreSQL 17 made, with the rows of the application. */
const config = readConfig({ ENCRYPTION_KEY, DATA_DIR: join(folder, 'data') });
const programs = await installFormerPrograms(17, join(folder, 'data', 'postgresql-17'));
const former = await openEmbedded(config, log, { programs });
const backup = join(folder, 'meadow.tar.gz');
const source = readConfig({
  ENCRYPTION_KEY,
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: join(folder, 'source'),
});
await backUpTo(backup, source, { recipients: [], signal: never });
await restoreBackup(backup, config);
await former.close();

const majorIn = async (name: string) =>
  (await readFile(join(folder, 'data', name, 'data', 'PG_VERSION'), 'utf8')).trim();

/** What the command prints. */
async function outputOf(work: () => Promise<void>): Promise<string> {
  const written = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    await work();
    return written.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    written.mockRestore();
  }
}

describe('an embedded database that PostgreSQL 17 made', () => {
  test('is not started by a version that comes with PostgreSQL 18, which says what to do', async () => {
    await expect(openDatabase(config, log)).rejects.toThrow(/made by PostgreSQL 17.*Run: meadow upgrade/s);
  });

  test('stays as it is in a dry run, which tells what an upgrade would do', async () => {
    const output = await outputOf(() => upgradeDatabase(config, { isDryRun: true, backup: true }));
    expect(output).toMatch(/PostgreSQL 17\.\d+, \d+ \w+; would be copied into PostgreSQL 18/);
    expect(output).toMatch(/Pending +no migrations/);
    expect(output).toMatch(/before-upgrade-[\dTZ-]+\.tar\.gz would be written first/);
    expect([await majorIn('postgres'), await readdir(join(folder, 'data'))]).toEqual([
      '17',
      expect.not.arrayContaining(['backups', 'postgres-18']),
    ]);
  });

  test('is backed up and copied into PostgreSQL 18, with each row, and stays beside it', async () => {
    const output = await outputOf(() => upgradeDatabase(config, { isDryRun: false, backup: true }));
    expect(output).toMatch(/PostgreSQL 17 to 18, [\d,]+ rows, each table compared/);
    expect([await majorIn('postgres'), await majorIn('postgres-17')]).toEqual(['18', '17']);
    const [name = ''] = await readdir(join(folder, 'data', 'backups'));
    expect((await verifyBackup(join(folder, 'data', 'backups', name))).database.postgresql).toMatch(/^17\./);
    const database = await openDatabase(config, log);
    expect(await digestRows(database.addresses.direct)).toEqual(await digestRows(app.databaseUrl));
    await database.close();
  });

  test('has nothing left to upgrade', async () => {
    const output = await outputOf(() => upgradeDatabase(config, { isDryRun: false, backup: false }));
    expect(output).toMatch(/Applied +nothing/);
    expect(await readdir(join(folder, 'data', 'backups'))).toHaveLength(1);
  });
});
