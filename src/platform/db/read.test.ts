import { type Expression, sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { createDatabase } from './database.ts';
import { executeRead, joinReads, mapRead, toRead } from './read.ts';

const { url, drop } = await createTestDatabase(inject('clusterUrl'), 'template0');
const { db, close } = createDatabase({ connectionString: url, onIdleError: () => undefined });
afterAll(async () => {
  await close();
  await drop();
});

const read = (query: Expression<{ value: unknown }>) => toRead(query, {});

test.each([
  ['a date', sql<{ value: string }>`select '2026-03-29'::date as value`],
  ['a time of day', sql<{ value: string }>`select '07:30'::time as value`],
  ['a large count', sql<{ value: number }>`select 9007199254740991::int8 as value`],
  ['a truth', sql<{ value: boolean }>`select true as value`],
  ['nothing', sql<{ value: null }>`select null::text as value`],
  ['a document', sql<{ value: object }>`select '{"a": [1, null, "x"]}'::jsonb as value`],
  ['a list of ids', sql<{ value: string[] }>`select array['a', 'b c', null]::text[] as value`],
  ['a text with marks', sql<{ value: string }>`select ${'"quotes", \\, \n, ünï 🌱'}::text as value`],
  ['a parameter of each read', sql<{ value: string }>`select ${'one'}::text || ${'two'}::text as value`],
  ['rows in their order', sql<{ value: number }>`select value from generate_series(1, 5) as value order by -value`],
  ['a column of the name that rows have', sql<{ value: number; read_row: number }>`select 1 as value, 2 as read_row`],
])('a joined read gives %s as one of its own does', async (_what, query) => {
  const alone = await executeRead(db, read(query));
  expect(await executeRead(db, joinReads({ one: read(query), other: read(query) }))).toEqual({
    one: alone,
    other: alone,
  });
  expect(alone.length).toBeGreaterThan(0);
});

test('instants are dates in both, to the millisecond, and null stays null', async () => {
  const query = sql<{ at: Date; never: Date | null }>`
    select '2026-03-29T01:30:00.123+02:00'::timestamptz as at, null::timestamptz as never`;
  const instants = toRead(query, { at: true, never: true });
  const expected = [{ at: new Date('2026-03-28T23:30:00.123Z'), never: null }];
  expect(await executeRead(db, instants)).toEqual(expected);
  expect(await executeRead(db, joinReads({ instants }))).toEqual({ instants: expected });
});

test('reads within reads are joined as well, and their values mapped', async () => {
  const number = mapRead(toRead(sql<{ n: number }>`select 20 as n`, {}), ([row]) => row?.n ?? 0);
  const at = toRead(sql<{ at: Date }>`select '2026-03-29T00:00Z'::timestamptz as at`, { at: true });
  const sum = mapRead(joinReads({ number, at }), ({ number, at: [row] }) => `${number} ${row?.at.getUTCDate()}`);
  expect(await executeRead(db, joinReads({ sum, number }))).toEqual({ sum: '20 29', number: 20 });
});

test('a read without rows is empty', async () => {
  const none = read(sql<{ value: number }>`select 1 as value where false`);
  expect(await executeRead(db, joinReads({ none }))).toEqual({ none: [] });
});

test('an error of a value is that of the whole read', async () => {
  const failing = mapRead(read(sql<{ value: number }>`select 1 as value`), () => {
    throw new Error('no such user');
  });
  await expect(executeRead(db, joinReads({ failing }))).rejects.toThrow('no such user');
});

test('joined reads see one snapshot', async () => {
  const snapshot = read(sql<{ value: string }>`select pg_current_snapshot()::text as value`);
  const { one, other } = await executeRead(db, joinReads({ one: snapshot, other: snapshot }));
  expect(one).toEqual(other);
});
