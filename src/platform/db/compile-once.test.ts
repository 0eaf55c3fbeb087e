import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { compileOnce } from './compile-once.ts';
import { createDatabase } from './database.ts';

const { url, drop } = await createTestDatabase(inject('clusterUrl'), 'template0');
const { db, close } = createDatabase({ connectionString: url, onIdleError: () => undefined });
afterAll(async () => {
  await close();
  await drop();
});

type Range = { from: number; until: number };
let builds = 0;

const listNumbers = compileOnce((order: 'asc' | 'desc', { from, until }: Range) => {
  builds += 1;
  return sql<{ n: number; first: number; step: number }>`
    select n, ${from}::int as first, ${1}::int as step from generate_series(${from}::int, ${until}::int, ${1}::int) n
    where n between ${from} and ${until} order by n ${sql.raw(order)}`;
});

test('each execution has its own values, and each shape its own text, built once', async () => {
  const list = async (order: 'asc' | 'desc', range: Range) => (await listNumbers(db, order, range)).map(({ n }) => n);
  expect(await list('asc', { from: 1, until: 3 })).toEqual([1, 2, 3]);
  expect(await list('asc', { from: 7, until: 8 })).toEqual([7, 8]);
  expect(await list('desc', { from: 1, until: 3 })).toEqual([3, 2, 1]);
  expect(await db.transaction().execute((tx) => listNumbers(tx, 'desc', { from: 4, until: 5 }))).toMatchObject([
    { n: 5, first: 4, step: 1 },
    { n: 4, first: 4, step: 1 },
  ]);
  expect(builds).toBe(2);
});

test('a value is one parameter, wherever it stands', async () => {
  const read = compileOnce(
    (_shape: null, { text, other }: { text: string; other: string }) => sql<{ name: string; statement: string }>`
      select ${text}::text || ${other}::text || ${text}::text as name, statement from pg_prepared_statements
      where statement like '%pg_prepared_statements%' and ${text}::text <> ''`,
  );
  const [row] = await read(db, null, { text: 'a', other: 'b' });
  expect(row?.name).toBe('aba');
  expect(row?.statement.match(/\$\d+/g)).toEqual(['$1', '$2', '$1', '$1']);
});

test('a value on which the text depends is refused', async () => {
  const read = compileOnce((_shape: null, { count }: { count: number }) => sql`select ${sql.raw(`${count + 1}`)}`);
  await expect(read(db, null, { count: 1 })).rejects.toThrow('depends on count: make it part of the shape');
});
