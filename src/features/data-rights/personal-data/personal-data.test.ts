import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/start-test-app.ts';
import { COLLECTIONS } from '../collection/collections.store.ts';
import { type DeletionRule, PERSONAL_DATA } from './personal-data.rules.ts';
import { countStatement, deletionStatement } from './personal-data.store.ts';

const { deps } = await startTestApp();

type Column = { table: string; name: string; type: string; isEnumerated: boolean; namesUser: boolean };

/** All columns of all tables. A column names a user if it references one, or by its name. */
const { rows: columns } = await sql<Column>`
  select table_name as table, column_name as name, udt_name as type,
    exists (
      select from pg_constraint
      where contype = 'c' and conrelid = table_name::regclass and pg_get_constraintdef(oid) like '%(' || column_name || ' = ANY%'
    ) as "isEnumerated",
    exists (
      select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'f' and conrelid = table_name::regclass and attname = column_name
        and confrelid in ('profile'::regclass, 'identity_user'::regclass)
    ) as "namesUser"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'schema\_migration%'
  order by table_name, ordinal_position`.execute(deps.db);

const USER_BY_NAME =
  /(^|_)(user|owner|sender|recipient|actor|admin|profile|author|reporter|target|previous_owner)_?id$|userId$|_by$|on_behalf_of|email$|email_digest|ip_?address/i;
/** Of columns that can hold what a user writes. */
const FREE_TYPES = new Set(['text', 'varchar', 'jsonb', 'json', 'bytea', 'inet', '_text', '_uuid', '_bytea', 'bit']);
const STRUCTURED_TYPES = new Set(['jsonb', 'json', '_uuid']);

const pathOf = ({ table, name }: Column) => `${table}.${name}`;
const rulesOf = (table: string): readonly DeletionRule[] => PERSONAL_DATA[table]?.deletion ?? [];
const isIn = (list: Readonly<Record<string, unknown>> | undefined, name: string) => list !== undefined && name in list;
const isRead = ({ table, name }: Column) => rulesOf(table).some((rule) => rule.columns.includes(name));
const isSet = ({ table, name }: Column) =>
  rulesOf(table).some((rule) => rule.action === 'anonymize' && isIn(rule.set, name));
const isExplained = (column: Column) =>
  isRead(column) || isSet(column) || isIn(PERSONAL_DATA[column.table]?.remains, column.name);
/** Rows of these tables leave no part of the user behind. */
const isErasedWhole = ({ table }: Column) =>
  rulesOf(table).length > 0 && rulesOf(table).every((rule) => rule.action === 'erase');

test('lists every table of the database, and no other', () => {
  expect(Object.keys(PERSONAL_DATA).sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
});

test('has a rule for every column that references a user', () => {
  const missing = columns.filter((column) => column.namesUser && !isRead(column));
  expect(missing.map(pathOf)).toEqual([]);
});

test('explains every column that names a user by its name', () => {
  const missing = columns.filter(
    (column) =>
      USER_BY_NAME.test(column.name) && column.type !== 'bool' && !isErasedWhole(column) && !isExplained(column),
  );
  expect(missing.map(pathOf)).toEqual([]);
});

test('explains every column with text of which a row stays, and every JSON of tables without a user', () => {
  const missing = columns.filter((column) => {
    const types = rulesOf(column.table).length === 0 ? STRUCTURED_TYPES : FREE_TYPES;
    return types.has(column.type) && !column.isEnumerated && !isErasedWhole(column) && !isExplained(column);
  });
  expect(missing.map(pathOf)).toEqual([]);
});

test('names no column that does not exist', () => {
  const known = new Set(columns.map(pathOf));
  const named = Object.entries(PERSONAL_DATA).flatMap(([table, { deletion, remains = {} }]) =>
    [
      ...Object.keys(remains),
      ...deletion.flatMap((rule) => [...rule.columns, ...(rule.action === 'anonymize' ? Object.keys(rule.set) : [])]),
    ].map((name) => `${table}.${name}`),
  );
  expect(named.filter((path) => !known.has(path))).toEqual([]);
});

test('refuses rows of an erased user in every table whose rows are erased', async () => {
  const { rows } = await sql<{ path: string }>`
    select conrelid::regclass || '.' || attname as path from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'profile'::regclass
      and not exists (select from pg_trigger where tgrelid = conrelid and tgname = 'refuse_erased_' || attname)`.execute(
    deps.db,
  );
  const erased = Object.entries(PERSONAL_DATA).flatMap(([table, { deletion }]) =>
    deletion.flatMap(({ action, columns }) => (action === 'erase' ? columns.map((name) => `${table}.${name}`) : [])),
  );
  const unguarded = rows.map(({ path }) => path).filter((path) => erased.includes(path));
  expect(unguarded, 'Add a trigger with refuse_erased_<column>, as migration 32 does.').toEqual([]);
});

test('has rules that are valid SQL', async () => {
  const subject = { id: deps.ids.next(), emails: ['ada@people.test'], erasedAt: deps.clock.now() };
  for (const [table, { deletion }] of Object.entries(PERSONAL_DATA)) {
    for (const rule of deletion) {
      const statements = [countStatement(table, rule, subject), deletionStatement(table, rule, subject)];
      for (const statement of statements) if (statement !== null) await sql`explain ${statement}`.execute(deps.db);
    }
  }
});

test('names each collection of the export, and no other', () => {
  const named = Object.values(PERSONAL_DATA).flatMap(({ export: collections }) => {
    if (collections === null || typeof collections === 'string') return collections ?? [];
    return 'omitted' in collections ? [] : collections;
  });
  expect([...new Set(named)].sort()).toEqual(COLLECTIONS.map(({ name }) => name).sort());
});
