import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { createDatabase } from './database.ts';

const { url, drop } = await createTestDatabase(inject('clusterUrl'), 'template0');
afterAll(drop);

/** The database over one connection, so that a test knows its session. */
function openSingle() {
  const database = createDatabase({ connectionString: url, maxConnections: 1, onIdleError: () => undefined });
  onTestFinished(database.close);
  return database;
}

type Handle = ReturnType<typeof openSingle>['db'];

type Prepared = { name: string; statement: string };

/** The statements that the connection has prepared, whose text contains `part`. The question itself is not prepared. */
async function preparedWith(db: Handle, part: string): Promise<Prepared[]> {
  const { rows } = await sql<Prepared>`select name, statement from pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(part));
}

describe('values arrive', () => {
  const { db, close } = createDatabase({ connectionString: url, onIdleError: () => undefined });
  afterAll(close);

  test.each([
    ['a date as its own text, in no time zone', sql`'2026-03-29'::date`, '2026-03-29'],
    ['a moment as a Date', sql`'2026-03-29T01:30:00.123+02:00'::timestamptz`, new Date('2026-03-28T23:30:00.123Z')],
    ['a large count as a number', sql`9007199254740991::int8`, Number.MAX_SAFE_INTEGER],
    ['a count of rows as a number', sql`(select count(*) from generate_series(1, 3))`, 3],
    ['an exact number with all its digits', sql`1234567890123456789.1000::numeric(30, 4)`, '1234567890123456789.1000'],
    ['an integer as a number', sql`-7::int4`, -7],
    ['a truth as a boolean', sql`true`, true],
    ['a document as its value', sql`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
    ['a list of texts as an array', sql`array['a', 'b c', null]::text[]`, ['a', 'b c', null]],
    ['nothing as null', sql`null::date`, null],
  ])('%s', async (_what, expression, expected) => {
    // Once as plain text and once prepared, which are different ways through the driver.
    const plain = await sql<{ value: unknown }>`select ${expression} as value`.execute(db);
    const prepared = await sql<{ value: unknown }>`select ${expression} as value where ${1} = 1`.execute(db);
    expect([plain.rows[0]?.value, prepared.rows[0]?.value]).toEqual([expected, expected]);
  });
});

describe('named statements', () => {
  test('the same text is prepared once on a connection', async () => {
    const { db } = openSingle();
    for (const value of [1, 2, 3]) await sql`select ${value}::int as same`.execute(db);
    expect(await preparedWith(db, 'as same')).toHaveLength(1);
  });

  test('different texts get different names, even where they differ in their last letter', async () => {
    const { db } = openSingle();
    await sql`select ${1}::int as differenta`.execute(db);
    const { rows } = await sql<{ differentb: number }>`select ${2}::int as differentb`.execute(db);
    expect(rows).toEqual([{ differentb: 2 }]);
    const prepared = await preparedWith(db, 'as different');
    expect(new Set(prepared.map(({ name }) => name)).size).toBe(2);
  });

  test('the same text has one name on every connection', async () => {
    const statement = (db: Handle) => sql`select ${1}::int as everywhere`.execute(db);
    const [one, two] = [openSingle().db, openSingle().db];
    await Promise.all([statement(one), statement(two)]);
    const [first] = await preparedWith(one, 'as everywhere');
    const [second] = await preparedWith(two, 'as everywhere');
    expect(first?.name).toMatch(/^.{32}$/);
    expect(second?.name).toBe(first?.name);
  });

  test('a text without parameters is not prepared', async () => {
    const { db } = openSingle();
    await sql`select 1 as unprepared`.execute(db);
    expect(await preparedWith(db, 'as unprepared')).toEqual([]);
  });

  test('a transaction uses them too, and they outlive its rollback', async () => {
    const { db } = openSingle();
    const refusal = db.transaction().execute(async (tx) => {
      await sql`select ${1}::int as inside`.execute(tx);
      throw new Error('rolled back');
    });
    await expect(refusal).rejects.toThrow('rolled back');
    const { rows } = await sql`select ${5}::int as inside`.execute(db);
    expect(rows).toEqual([{ inside: 5 }]);
    expect(await preparedWith(db, 'as inside')).toHaveLength(1);
  });

  test('a prepared statement survives an error of its execution', async () => {
    const { db } = openSingle();
    const divide = (divisor: number) => sql<{ share: number }>`select 6 / ${divisor}::int as share`.execute(db);
    expect((await divide(2)).rows).toEqual([{ share: 3 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(3)).rows).toEqual([{ share: 2 }]);
    expect(await preparedWith(db, 'as share')).toHaveLength(1);
  });

  test('a statement that cannot be parsed fails each time, and hurts no other', async () => {
    const { db } = openSingle();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(sql`select ${1}::int as broken from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
    }
    expect((await sql`select ${1}::int as whole`.execute(db)).rows).toEqual([{ whole: 1 }]);
  });

  test('a statement goes on working after a migration has added a column to what it reads', async () => {
    const { db } = openSingle();
    await sql`create table growing (id int); insert into growing values (1)`.execute(db);
    const read = (handle: Handle) => sql`select * from growing where id = ${1}`.execute(handle);
    expect((await read(db)).rows).toEqual([{ id: 1 }]);
    await sql`alter table growing add column name text not null default 'new'`.execute(db);
    expect((await read(db)).rows).toEqual([{ id: 1, name: 'new' }]);
    expect((await db.transaction().execute(read)).rows).toEqual([{ id: 1, name: 'new' }]);
    expect(await preparedWith(db, 'from growing')).toHaveLength(1);
  });

  test('a transaction that such a migration overtakes fails once, and the next one passes', async () => {
    const { db } = openSingle();
    await sql`create table overtaken (id int); insert into overtaken values (1)`.execute(db);
    const read = (handle: Handle) => sql`select * from overtaken where id = ${1}`.execute(handle);
    await read(db);
    await sql`alter table overtaken add column name text`.execute(db);
    await expect(db.transaction().execute(read)).rejects.toMatchObject({ code: '0A000' });
    expect((await db.transaction().execute(read)).rows).toEqual([{ id: 1, name: null }]);
  });
});

describe('limits', () => {
  test('PostgreSQL itself gives up on slow statements, locks and forgotten transactions', async () => {
    const { db } = openSingle();
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
    expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s' }]);
  });

  test('behind a pooler nothing is set or kept in a session: neither timeouts nor statements', async () => {
    const { db, pool, close } = createDatabase({
      connectionString: url,
      maxConnections: 1,
      timeouts: null,
      namesStatements: false,
      onIdleError: () => undefined,
    });
    onTestFinished(close);
    const { rows } = await sql`select current_setting('statement_timeout') as statement, ${'one'} as word`.execute(db);
    expect(rows).toEqual([{ statement: '0', word: 'one' }]);
    await pool.query({ name: 'of-a-library', text: 'select $1::text', values: ['two'] });
    expect(await preparedWith(db, '')).toEqual([]);
  });

  test('waiting for a free connection ends with the SQLSTATE of a connection that cannot be had', async () => {
    const { db } = openSingle();
    await db.transaction().execute(async () => {
      await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: '08001' });
    });
    expect((await sql`select ${1}::int as again`.execute(db)).rows).toEqual([{ again: 1 }]);
  });

  test('a connection that is cut is replaced', async () => {
    const { db, pool } = openSingle();
    const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const pid = before.rows[0]?.pid;
    const removed = new Promise((done) => pool.once('remove', done));
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [pid]);
    await other.end();
    await removed;
    const after = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    expect(after.rows[0]?.pid).toBeGreaterThan(0);
    expect(after.rows[0]?.pid).not.toBe(pid);
  });
});
