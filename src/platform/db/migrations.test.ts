import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { makePreRelease } from '#test/database/pre-release-database.ts';
import { digestRows } from '#test/database/row-digest.ts';
import {
  listAppliedMigrations,
  listPending,
  migrate,
  migrationNames,
  migrationStatus,
  rehearse,
} from './migrations.ts';

/** An empty database and a folder with these migrations, for one test. */
async function prepare(files: Record<string, string>) {
  const [database, directory] = await Promise.all([
    createTestDatabase(inject('clusterUrl'), 'template0'),
    mkdtemp(join(tmpdir(), 'migrations-')),
  ]);
  onTestFinished(async () => {
    await Promise.all([database.drop(), rm(directory, { recursive: true })]);
  });
  const write = async (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) await writeFile(join(directory, name), text);
  };
  await write(files);
  return { url: database.url, directory, write };
}

/** The first column of the answer. */
async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows.map(([first]) => first);
  } finally {
    await client.end();
  }
}

/** Every reason of a refusal, the causes too. */
async function reasonsOf(work: Promise<unknown>): Promise<string> {
  const reasons: string[] = [];
  const error: unknown = await work.then(
    () => new Error('It was not refused.'),
    (refusal: unknown) => refusal,
  );
  for (let cause = error; cause instanceof Error; cause = cause.cause) reasons.push(cause.message);
  return reasons.join('\n');
}

const tablesOf = (url: string) =>
  ask(url, "select table_name from information_schema.tables where table_schema = 'public' order by 1");

const ONE_AND_TWO = {
  '0001_first.sql': 'create table first (id int primary key); insert into first values (1);',
  '0002_second.sql': 'create table second (id int primary key); insert into first values (2);',
};

describe('migrate', () => {
  test('applies every file in order, and nothing the next time', async () => {
    const { url, directory } = await prepare(ONE_AND_TWO);
    expect(await migrate(url, directory)).toEqual(['0001_first', '0002_second']);
    expect(await migrate(url, directory)).toEqual([]);
    expect(await ask(url, 'select id from first order by id')).toEqual([1, 2]);
  });

  test('applies each file once while five processes start on an empty database', async () => {
    const { url, directory } = await prepare(ONE_AND_TWO);
    const results = await Promise.all(Array.from({ length: 5 }, () => migrate(url, directory)));
    expect(results.flat().sort()).toEqual(['0001_first', '0002_second']);
    expect(await ask(url, 'select id from first order by id')).toEqual([1, 2]);
    expect(await ask(url, 'select name from schema_migration order by name')).toEqual(['0001_first', '0002_second']);
  });

  test('applies a new file alone', async () => {
    const { url, directory, write } = await prepare(ONE_AND_TWO);
    await migrate(url, directory);
    await write({ '0003_third.sql': 'create table third ()' });
    expect(await migrate(url, directory)).toEqual(['0003_third']);
  });

  test('stops behind the file that is named, and goes on from there', async () => {
    const { url, directory } = await prepare(ONE_AND_TWO);
    expect(await migrate(url, directory, { upTo: '0001_first' })).toEqual(['0001_first']);
    expect(await tablesOf(url)).not.toContain('second');
    expect(await migrate(url, directory)).toEqual(['0002_second']);
  });

  test('leaves nothing behind when a file fails, and names it', async () => {
    const { url, directory, write } = await prepare({ ...ONE_AND_TWO, '0003_third.sql': 'select no_such_column' });
    expect(await reasonsOf(migrate(url, directory))).toMatch(/0003_third.*\n.*no_such_column/);
    expect(await tablesOf(url)).not.toContain('first');
    expect((await migrationStatus(url, directory)).pending).toEqual(['0001_first', '0002_second', '0003_third']);

    await write({ '0003_third.sql': 'create table third ()' });
    expect(await migrate(url, directory)).toEqual(['0001_first', '0002_second', '0003_third']);
  });

  test('refuses a landed file that was changed, by its name, and applies nothing', async () => {
    const { url, directory, write } = await prepare(ONE_AND_TWO);
    await migrate(url, directory);
    await write({ '0001_first.sql': `${ONE_AND_TWO['0001_first.sql']} -- better`, '0003_third.sql': 'select 1' });
    expect(await reasonsOf(migrate(url, directory))).toMatch(/0001_first was changed/);
    expect((await migrationStatus(url, directory)).pending).toEqual(['0003_third']);
  });

  test('refuses a landed file that is gone, by its name', async () => {
    const { url, directory, write } = await prepare(ONE_AND_TWO);
    await migrate(url, directory);
    await rm(join(directory, '0002_second.sql'));
    await write({ '0003_third.sql': 'create table third ()' });
    expect(await reasonsOf(migrate(url, directory))).toContain('0002_second');
    expect(await tablesOf(url)).not.toContain('third');
  });

  test('refuses a landed file that is gone from the middle', async () => {
    const { url, directory } = await prepare(ONE_AND_TWO);
    await migrate(url, directory);
    await rm(join(directory, '0001_first.sql'));
    expect(await reasonsOf(migrate(url, directory))).toContain('0001_first');
  });

  test('refuses a late file that sorts before a landed one, and applies nothing', async () => {
    const { url, directory, write } = await prepare({
      '0001_first.sql': ONE_AND_TWO['0001_first.sql'],
      '0003_third.sql': 'create table third ()',
    });
    await migrate(url, directory);
    await write({ '0002_late.sql': 'create table late ()', '0004_fourth.sql': 'create table fourth ()' });
    expect(await reasonsOf(migrate(url, directory))).toContain('0002_late');
    const tables = await tablesOf(url);
    expect(tables).not.toContain('late');
    expect(tables).not.toContain('fourth');
  });

  test.each(['1_short.sql', '0001-dashes.sql', '0001_Capital.sql', 'first.sql'])(
    'refuses a file called %s, and says how to call it',
    async (name) => {
      const { url, directory } = await prepare({ [name]: 'create table first ()' });
      const refusal = await reasonsOf(migrate(url, directory));
      expect(refusal).toContain(name);
      expect(refusal).toContain('0001_what_it_does.sql');
      expect(await tablesOf(url)).toEqual([]);
    },
  );

  test('ignores files that are not SQL', async () => {
    const { url, directory } = await prepare({ 'README.md': 'Read me', '0001_first.sql': 'select 1' });
    expect(await migrate(url, directory)).toEqual(['0001_first']);
  });
});

describe('an older version on the database of a newer one', () => {
  /** A database that a newer version has migrated with this third file, and the folder of the older version. */
  async function prepareNewer(third: string) {
    const { url, directory, write } = await prepare({ ...ONE_AND_TWO, '0003_third.sql': third });
    await migrate(url, directory);
    await rm(join(directory, '0003_third.sql'));
    return { url, directory, write };
  }
  const newerOf = async (url: string, directory: string) => {
    const newer: string[][] = [];
    const applied = await migrate(url, directory, { onNewer: (names) => newer.push(names) });
    return { applied, newer };
  };

  test('starts if the newer migrations only add, and says which they are', async () => {
    const { url, directory } = await prepareNewer('create table third ()');
    expect(await newerOf(url, directory)).toEqual({ applied: [], newer: [['0003_third']] });
    expect(await migrationStatus(url, directory)).toMatchObject({ pending: [] });
  });

  test('is refused if one of them is a contraction, with a stable code, and changes nothing', async () => {
    const { url, directory } = await prepareNewer('-- contract: no version since 0.3 reads it\ndrop table second');
    await expect(migrate(url, directory)).rejects.toMatchObject({ code: 'migrations.newer' });
    expect(await reasonsOf(migrate(url, directory))).toContain('0003_third');
    expect(await ask(url, 'select name from schema_migration order by name')).toHaveLength(3);
  });

  test('is refused if it has a file that the newer one does not know', async () => {
    const { url, directory, write } = await prepareNewer('create table third ()');
    await write({ '0002_zebra.sql': 'select 1' });
    expect(await reasonsOf(migrate(url, directory))).toContain('0003_third');
  });

  test('waits for a newer node that is migrating, and starts then', async () => {
    const { url, directory } = await prepare(ONE_AND_TWO);
    await migrate(url, directory);
    const { directory: newer } = await prepare({ ...ONE_AND_TWO, '0003_third.sql': 'lock table first' });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table first');
    const waiting = () =>
      ask(url, `select wait_event::text from pg_stat_activity where wait_event_type = 'Lock' order by 1`);
    const migrating = migrate(url, newer);
    await expect.poll(waiting).toEqual(['relation']);
    const starting = newerOf(url, directory);
    await expect.poll(waiting).toEqual(['relation', 'relation']);
    await holder.query('commit');
    expect(await starting).toEqual({ applied: [], newer: [['0003_third']] });
    expect(await migrating).toEqual(['0003_third']);
  });
});

describe('migrationStatus', () => {
  test('lists what is pending and what is applied by name, and changes nothing', async () => {
    const { url, directory, write } = await prepare(ONE_AND_TWO);
    expect(await migrationStatus(url, directory)).toEqual({ applied: [], pending: ['0001_first', '0002_second'] });
    expect(await tablesOf(url)).toEqual([]);
    await migrate(url, directory);
    await write({ '0003_third.sql': 'select 1' });
    expect(await migrationStatus(url, directory)).toEqual({
      applied: ['0001_first', '0002_second'],
      pending: ['0003_third'],
    });
  });
});

describe('a rehearsal', () => {
  async function rehearsed(third: string) {
    const { url, directory, write } = await prepare(ONE_AND_TWO);
    await migrate(url, directory);
    await write({ '0003_third.sql': third });
    const pending = await listPending(url, directory);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const names = pending.map(({ name }) => name);
    const rehearsing = rehearse(client, directory, names).finally(() => client.end());
    return { url, pending, reasons: await reasonsOf(rehearsing) };
  }

  test('applies what is pending and leaves the database as it was', async () => {
    const { url, pending, reasons } = await rehearsed('-- contract: nothing reads it\ndrop table second');
    expect(pending).toEqual([{ name: '0003_third', isContraction: true }]);
    expect(reasons).toBe('It was not refused.');
    expect(await tablesOf(url)).toContain('second');
  });

  test('names the migration that fails on these rows', async () => {
    const { url, pending, reasons } = await rehearsed('alter table first add constraint small check (id < 2)');
    expect(pending).toEqual([{ name: '0003_third', isContraction: false }]);
    expect(reasons).toMatch(/0003_third failed.*\n.*small/);
    expect(await tablesOf(url)).toContain('second');
  });
});

describe('a database of a version before 0.1.0', () => {
  test('is refused with a stable code and the next step, and stays as it is', async () => {
    const { url, directory } = await prepare(ONE_AND_TWO);
    await makePreRelease(url);
    const stateOf = async () => [
      await digestRows(url),
      await ask(url, `select array_agg(m::text order by name) from schema_migration m`),
      await ask(url, 'select is_locked from schema_migration_lock'),
      await tablesOf(url),
    ];
    const before = await stateOf();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const uses = [
      () => migrate(url, directory),
      () => migrationStatus(url, directory),
      () => listAppliedMigrations(client),
    ];
    for (const use of uses) {
      await expect(use()).rejects.toMatchObject({
        code: 'migrations.pre-release',
        message: expect.stringMatching(/before 0\.1\.0 made this database.*DATABASE_URL.*DATA_DIR.*export/),
      });
    }
    expect(await stateOf()).toEqual(before);
  });

  test('is refused while no checksum is stored', async () => {
    const { url, directory } = await prepare(ONE_AND_TWO);
    await makePreRelease(url);
    await ask(url, 'drop table schema_migration_checksum');
    await expect(migrate(url, directory)).rejects.toMatchObject({ code: 'migrations.pre-release' });
    expect(await tablesOf(url)).toEqual(['profile', 'schema_migration', 'schema_migration_lock']);
  });
});

test('the files of the service are numbered without a gap', async () => {
  const directory = join(import.meta.dirname, '..', '..', '..', 'migrations');
  const names = await migrationNames(directory);
  expect([...names.map((name) => `${name}.sql`), 'checksums.txt']).toEqual((await readdir(directory)).sort());
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_name, index) => index + 1));
});
