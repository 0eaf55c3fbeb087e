import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { PART, verifyBackup } from '#app/backup/format.ts';
import { type Config, readConfig } from '#app/config.ts';
import { MIGRATIONS } from '#app/database.ts';
import { writeArchive } from '#platform/backup/archive.ts';
import { listTables, withSnapshot } from '#platform/backup/tables.ts';
import { migrate, migrationNames } from '#platform/db/migrations.ts';
import { makeSchedulerTables } from '#platform/jobs/scheduler.ts';
import { createLogger } from '#platform/log.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';
import { createTestDatabase } from '#test/database/database.ts';
import { makePreRelease } from '#test/database/pre-release-database.ts';
import { digestRows } from '#test/database/row-digest.ts';
import { sendForm } from '#test/multipart.ts';
import { drawnPicture } from '#test/pictures.ts';
import { startTestBucket } from '#test/servers/bucket.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { backUpTo, identitiesFor } from './backup.ts';
import { restoreBackup } from './restore.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-backup-'));
afterAll(() => rm(folder, { recursive: true }));
const bucket = await startTestBucket();
const plainly = { recipients: [], signal: new AbortController().signal };
const KEY = Buffer.alloc(32, 7);

const settings = { ENCRYPTION_KEY: KEY.toString('base64'), STORAGE_URL: `file:${join(folder, 'files')}` };
const app = await startTestApp({ environment: settings });
const ada = await app.person();
await app.call(ada, 'POST', '/api/journal', { title: 'Day one', content: 'A text with\ttabs, \\ and ümläuts\n' });
await sendForm(app.call, ada, '/api/user/avatar', { avatar: await drawnPicture('ada').jpeg().toBuffer() });
await makeSchedulerTables(app.databaseUrl, createLogger('silent'));
const inBucket = {
  STORAGE_URL: `s3://${bucket.bucket}?endpoint=${encodeURIComponent(bucket.endpoint)}`,
  AWS_ACCESS_KEY_ID: bucket.accessKeyId,
  AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
};
const source = readConfig({ ...settings, DATABASE_URL: app.databaseUrl, DATA_DIR: join(folder, 'source') });
const file = join(folder, 'meadow.tar.gz');
await execute(
  app.databaseUrl,
  `
  insert into graphile_worker._private_known_crontabs values ('reminders', now() - interval '2 days', now() - interval '1 day');
  select graphile_worker.add_job('reminders', '{"_cron": {"ts": "2026-01-31T00:00:00Z"}}', run_at => now() + interval '1 hour', job_key => 'reminders')`,
);
await backUpTo(file, source, plainly);

async function execute(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const responses: unknown = await client.query(statement);
    return (Array.isArray(responses) ? responses.at(-1) : responses).rows;
  } finally {
    await client.end();
  }
}

/** An empty database, and a configuration that names it, with a data folder of its own. */
async function emptyPlace(more: Record<string, string> = {}): Promise<{ url: string; config: Config }> {
  const database = await createTestDatabase(inject('clusterUrl'), 'template0');
  onTestFinished(database.drop);
  const dataDirectory = await mkdtemp(join(folder, 'data-'));
  return { url: database.url, config: readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDirectory, ...more }) };
}

async function filesOf(config: Config): Promise<Map<string, string>> {
  const storage = await createStorage(config.storage, () => undefined);
  const files = new Map<string, string>();
  for await (const { key } of storage.list()) {
    files.set(key, Buffer.from((await storage.read(key))?.bytes ?? []).toString('base64'));
  }
  return files;
}

const schedulesOf = (url: string) =>
  execute(
    url,
    `select identifier, last_execution, payload, run_at from graphile_worker._private_known_crontabs, graphile_worker._private_jobs`,
  );

describe('a backup', () => {
  test('is one file for its owner, which says what is in it, and names no row', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { manifest, database, summary, secrets } = await verifyBackup(file);
    expect(manifest).toMatchObject({ format: 'meadow-backup', version: 1 });
    expect(database.migrations.map(({ name }) => name)).toEqual(await migrationNames(MIGRATIONS));
    expect(summary.rows).toMatchObject({ profile: 1, journal_entry: 1 });
    expect(summary.rows).not.toHaveProperty('rate_limit');
    expect(summary.files).toBe((await filesOf(source)).size);
    expect(secrets.encryption_key).toBe(KEY.toString('base64'));
  });

  test.each([
    ['a folder', {}],
    ['a bucket', inBucket],
  ])('comes back into an empty database and %s: rows, files, key and what the scheduler knows', async (_name, more) => {
    const { url, config } = await emptyPlace(more);
    await restoreBackup(file, config);
    expect(await digestRows(url)).toEqual(await digestRows(app.databaseUrl));
    const files = await filesOf(config);
    expect(files.size).toBeGreaterThan(0);
    expect(files).toEqual(await filesOf(source));
    expect(await readFile(join(config.dataDirectory, 'encryption-key'), 'utf8')).toBe(`${KEY.toString('base64')}\n`);
    expect(await schedulesOf(url)).toEqual(await schedulesOf(app.databaseUrl));
    expect(await readdir(config.dataDirectory)).not.toContain('restore-unfinished.json');
  });

  test('that is encrypted comes back with the identity of a recipient alone', async () => {
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const encrypted = join(folder, 'meadow.tar.gz.age');
    await backUpTo(encrypted, source, { ...plainly, recipients: [await identityToRecipient(identity)] });
    const { url, config } = await emptyPlace();
    for (const identities of [[], [other]]) {
      await expect(restoreBackup(encrypted, config, { identities })).rejects.toThrow('Use another one');
    }
    expect(await readdir(config.dataDirectory)).toEqual([]);
    await restoreBackup(encrypted, config, { identities: [other, identity] });
    expect(await digestRows(url)).toEqual(await digestRows(app.databaseUrl));
    expect(await filesOf(config)).toEqual(await filesOf(source));
    await expect(identitiesFor(encrypted, undefined)).rejects.toThrow('--identity');
    expect(await identitiesFor(file, undefined)).toEqual([]);
  });

  test('of the schema before the last migration is restored, and migrated by the next start', async () => {
    const names = await migrationNames(MIGRATIONS);
    const older = await emptyPlace(settings);
    await migrate(older.url, MIGRATIONS, { upTo: names.at(-2) });
    await execute(
      older.url,
      `insert into profile (id, full_name, role_changed_at, created_at, updated_at)
      values (gen_random_uuid(), 'Ada', now(), now(), now())`,
    );
    const path = join(folder, 'older.tar.gz');
    const { database } = await backUpTo(path, { ...older.config, storage: source.storage }, plainly);
    expect(database.migrations.at(-1)?.name).toBe(names.at(-2));
    const { url, config } = await emptyPlace();
    await restoreBackup(path, config);
    expect(await migrate(url, MIGRATIONS)).toEqual(names.slice(-1));
    expect(await execute(url, 'select full_name from profile')).toEqual([{ full_name: 'Ada' }]);
  });

  test('that is stopped leaves nothing behind', async () => {
    const stopped = join(folder, 'stopped.tar.gz');
    const writing = backUpTo(stopped, source, { recipients: [], signal: AbortSignal.abort(new Error('Stopped')) });
    await expect(writing).rejects.toThrow('Stopped');
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  test('of a database of a version before 0.1.0 is refused', async () => {
    const { url, config } = await emptyPlace(settings);
    await makePreRelease(url);
    await expect(backUpTo(join(folder, 'old.tar.gz'), config, plainly)).rejects.toThrow('migrations.pre-release');
  });

  test('needs the key, and something to back up', async () => {
    const { config } = await emptyPlace();
    await expect(backUpTo(join(folder, 'none'), config, plainly)).rejects.toThrow('There is no encryption key');
    const withKey = { ...config, encryptionKey: KEY };
    await expect(backUpTo(join(folder, 'none'), withKey, plainly)).rejects.toThrow('The database is empty');
    const embedded = { ...withKey, database: { ...withKey.database, addresses: null } };
    await expect(backUpTo(join(folder, 'none'), embedded, plainly)).rejects.toThrow('There is no database in');
    expect(await readdir(config.dataDirectory)).toEqual([]);
  });
});

describe('a restore is refused', () => {
  /** What it says, once nothing of it is to be seen. */
  async function refusalOf(path: string, { url, config }: { url: string; config: Config }): Promise<string> {
    const before = await digestRows(url);
    const files = await filesOf(config);
    const refusal: unknown = await restoreBackup(path, config).catch((error: unknown) => error);
    expect(await digestRows(url)).toEqual(before);
    expect(await filesOf(config)).toEqual(files);
    return (refusal as Error).message;
  }

  /** The backup with one part changed. */
  async function rewrite(
    name: string,
    part: string,
    change: (facts: Record<string, unknown>) => unknown,
  ): Promise<string> {
    const { manifest, secrets, database, summary } = await verifyBackup(file);
    const path = join(folder, name);
    await writeArchive(path, async (add) => {
      for (const [key, facts] of Object.entries({ manifest, secrets, database, summary })) {
        const partName = `${key}.json`;
        await add(partName, JSON.stringify(partName === part ? change(facts) : facts));
      }
    });
    return path;
  }

  test('of a file that is cut, or no backup, before anything is written', async () => {
    const place = await emptyPlace();
    const cut = join(folder, 'cut.tar.gz');
    const bytes = await readFile(file);
    await writeFile(cut, bytes.subarray(0, bytes.length - 20));
    expect(await refusalOf(cut, place)).toContain('is damaged');
    const other = await rewrite('other', PART.manifest, () => ({ format: 'tar' }));
    expect(await refusalOf(other, place)).toContain('is not a backup of Meadow');
    expect(await readdir(place.config.dataDirectory)).toEqual([]);
  });

  test('of a newer Meadow, and of one with other migrations', async () => {
    const place = await emptyPlace();
    const format = await rewrite('format', PART.manifest, (facts) => ({ ...facts, version: 2 }));
    expect(await refusalOf(format, place)).toContain('Update Meadow first');
    type Migrations = { name: string; checksum: string }[];
    const newer = await rewrite('newer', PART.database, (facts) => ({
      ...facts,
      migrations: [...(facts.migrations as Migrations), { name: '9999_later', checksum: '' }],
    }));
    expect(await refusalOf(newer, place)).toContain('9999_later');
    const changed = await rewrite('changed', PART.database, (facts) => ({
      ...facts,
      migrations: (facts.migrations as Migrations).map((one, index) => (index === 3 ? { ...one, checksum: 'x' } : one)),
    }));
    expect(await refusalOf(changed, place)).toContain('differs from the one');
  });

  test('of a version before 0.1.0, and into a database of one', async () => {
    const old = await rewrite('old', PART.database, (facts) => ({
      ...facts,
      migrations: [{ name: '0001_accounts', checksum: '' }],
    }));
    expect(await refusalOf(old, await emptyPlace())).toContain('before 0.1.0 made this backup');
    const place = await emptyPlace();
    await makePreRelease(place.url);
    expect(await refusalOf(file, place)).toContain('before 0.1.0 made this database');
  });

  test('over people, over files, over tables of something else, and under others who are connected', async () => {
    const used = await emptyPlace();
    await restoreBackup(file, used.config);
    const withoutFiles = { url: used.url, config: { ...(await emptyPlace()).config, database: used.config.database } };
    expect(await refusalOf(file, withoutFiles)).toContain('in use: it has rows in profile');

    const withFiles = await emptyPlace();
    const storage = await createStorage(withFiles.config.storage, () => undefined);
    await storage.put('existing.webp', Buffer.from('x'));
    expect(await refusalOf(file, withFiles)).toContain('storage is not empty');

    const foreign = await emptyPlace();
    await execute(foreign.url, 'create table letter ()');
    expect(await refusalOf(file, foreign)).toContain('tables of another program');

    const shared = await emptyPlace();
    const client = new pg.Client({ connectionString: shared.url });
    await client.connect();
    expect(await refusalOf(file, shared)).toContain('Other clients use the database');
    await client.end();
  });

  test('under an ENCRYPTION_KEY that is another one and does not list it', async () => {
    const ENCRYPTION_KEY = Buffer.alloc(32, 9).toString('base64');
    expect(await refusalOf(file, await emptyPlace({ ENCRYPTION_KEY }))).toContain('FORMER_ENCRYPTION_KEYS');
    const listing = await emptyPlace({ ENCRYPTION_KEY, FORMER_ENCRYPTION_KEYS: KEY.toString('base64') });
    await restoreBackup(file, listing.config);
    expect(await readdir(listing.config.dataDirectory)).not.toContain('encryption-key');
  });
});

describe('a restore that fails on the way', () => {
  test('leaves no rows, and succeeds when it is repeated; another backup does not take its files over', async () => {
    const { url, config } = await emptyPlace();
    await migrate(url, MIGRATIONS);
    // Two entries cannot stand beside each other.
    await execute(url, 'create unique index in_the_way on journal_entry ((1))');
    const second = await app.person();
    await app.call(second, 'POST', '/api/journal', { title: 'Day two', content: 'Two' });
    const larger = join(folder, 'larger.tar.gz');
    await backUpTo(larger, source, plainly);
    await expect(restoreBackup(larger, config)).rejects.toThrow(/unique|in_the_way/);
    expect(await execute(url, 'select count(*)::int from profile')).toEqual([{ count: 0 }]);
    expect((await filesOf(config)).size).toBeGreaterThan(0);

    await expect(restoreBackup(file, config)).rejects.toThrow('storage is not empty');
    await execute(url, 'drop index in_the_way');
    await restoreBackup(larger, config);
    expect(await digestRows(url)).toEqual(await digestRows(app.databaseUrl));
  });

  test('before the first migration: the next one goes on with the tables of migrations', async () => {
    const { url, config } = await emptyPlace();
    await migrate(url, await mkdtemp(join(folder, 'no-migrations-')));
    const tables = await withSnapshot(url, listTables);
    expect(tables.map(({ name }) => name)).toEqual(['schema_migration', 'schema_migration_lock']);
    await restoreBackup(file, config);
    expect(await execute(url, 'select count(*)::int from profile')).not.toEqual([{ count: 0 }]);
  });
});
