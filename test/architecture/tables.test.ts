import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Feature } from '#access/feature.ts';
import { FEATURES } from '#app/features.ts';
import { TABLES } from '#app/tables.ts';
import type { Collection, DeletionRule, Table } from '#platform/db/table/table-facts.ts';
import { collectionsOf } from '#platform/db/table/tables.ts';
import { PLATFORM_TABLES } from '#platform/tables.ts';
import { FEATURE_ORDER } from '../../scripts/import-rules.ts';
import { countStatement, deletionStatement } from '../../src/features/data-rights/personal-data/personal-data.store.ts';
import { startTestApp } from '../start-test-app.ts';
import { listTables, listTableUses, mayUse } from './table-uses.ts';

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

/** The home of each table: its feature, or the platform. */
const HOMES = new Map<string, string>([
  ...PLATFORM_TABLES.map(({ name }): [string, string] => [name, 'platform']),
  ...(FEATURES as readonly Feature<never>[]).flatMap(({ tables = [] }, position) =>
    tables.map(({ name }): [string, string] => [name, FEATURE_ORDER[position] as string]),
  ),
]);

const USER_BY_NAME =
  /(^|_)(user|owner|sender|recipient|actor|admin|profile|author|reporter|target|previous_owner)_?id$|userId$|_by$|on_behalf_of|email$|email_digest|ip_?address/i;
/** The types of columns that can contain texts of users. */
const FREE_TYPES = new Set(['text', 'varchar', 'jsonb', 'json', 'bytea', 'inet', '_text', '_uuid', '_bytea', 'bit']);
const STRUCTURED_TYPES = new Set(['jsonb', 'json', '_uuid']);

const BY_NAME = new Map(TABLES.map((table) => [table.name, table]));
const pathOf = ({ table, name }: { table: string; name: string }) => `${table}.${name}`;
const KNOWN = new Set(columns.map(pathOf));
const RULES = TABLES.flatMap((table) => table.deletion.map((rule) => ({ ...rule, table: rule.table ?? table.name })));
const rulesOf = (table: string): readonly DeletionRule[] => RULES.filter((rule) => rule.table === table);
const isRead = ({ table, name }: Column) => rulesOf(table).some((rule) => rule.columns.includes(name));
const isSet = ({ table, name }: Column) =>
  rulesOf(table).some((rule) => rule.action === 'anonymize' && name in rule.set);
const isExplained = (column: Column) =>
  isRead(column) || isSet(column) || column.name in (BY_NAME.get(column.table)?.remains ?? {});
/** Rows of these tables leave no part of the user behind. */
const isErasedWhole = ({ table }: Column) =>
  rulesOf(table).length > 0 && rulesOf(table).every((rule) => rule.action === 'erase');

/** The columns that a collection neither has nor explains, of its tables. The export names columns in snake case. */
function listUnexplained({ tables, fields, explained }: Collection, all: readonly Column[]): string[] {
  return all
    .filter(({ table }) => tables.includes(table))
    .filter(({ name }) => !explained.has(name) && !fields.includes(snakeCase(name)))
    .map(pathOf);
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('The tables', () => {
  test('are all described, each by one feature or by the platform', () => {
    expect(TABLES.map(({ name }) => name).sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
    expect(HOMES.size).toBe(TABLES.length);
  });

  test('are described by columns that exist', () => {
    const named = TABLES.flatMap((table) => [
      ...table.owners.map((name) => pathOf({ table: table.name, name })),
      ...Object.keys(table.remains).map((name) => pathOf({ table: table.name, name })),
      ...(table.expires === null ? [] : [pathOf({ table: table.name, name: table.expires.column })]),
      ...table.collections.flatMap(({ restoration }) =>
        (restoration?.columns ?? []).map((name) => pathOf({ table: table.name, name })),
      ),
    ]);
    const ofRules = RULES.flatMap((rule) =>
      [...rule.columns, ...(rule.action === 'anonymize' ? Object.keys(rule.set) : [])].map((name) =>
        pathOf({ table: rule.table, name }),
      ),
    );
    expect([...named, ...ofRules].filter((path) => !KNOWN.has(path))).toEqual([]);
  });

  test('are in the order of their references: a row is deleted before those that it names', async () => {
    const { rows } = await sql<{ child: string; parent: string }>`
      select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and confdeltype in ('a', 'r') and conrelid <> confrelid and conparentid = 0`.execute(deps.db);
    const order = TABLES.map(({ name }) => name);
    const isErased = (table: string) => rulesOf(table).some(({ action }) => action === 'erase');
    const wrong = rows.filter(
      ({ child, parent }) => isErased(child) && isErased(parent) && order.indexOf(child) > order.indexOf(parent),
    );
    expect(wrong).toEqual([]);
  });

  test('are synced where they say so: with the columns and triggers of migration 27', async () => {
    const { rows } = await sql<{ table: string }>`
      select tgrelid::regclass::text as table from pg_trigger
      where tgname in ('set_changed_at', 'insert_tombstones', 'delete_tombstones', 'count_version')
      group by tgrelid having count(*) = 4`.execute(deps.db);
    expect(
      TABLES.filter(({ isSynced }) => isSynced)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(rows.map(({ table }) => table).sort());
  });
});

describe('The SQL of a home', () => {
  test('names its own tables, and those of the platform and of lower features', async () => {
    const wrong = (await listTableUses(HOMES)).filter(({ user, home }) => !mayUse(user, home));
    expect(wrong.map(({ file, table }) => `${file} ${table}`)).toEqual([
      // The date of a user in statements, which stores of all features compute with.
      'src/platform/db/local-time.ts profile',
    ]);
  });

  const names = new Set(HOMES.keys());
  test.each([
    ['select * from check_in where id = $1', ['check_in']],
    ['with check_in as (select 1) select * from check_in', []],
    ["db.selectFrom('check_in as one').select('id')", ['check_in']],
    ['// what is read from goal\nselect 1', []],
    ['insert into goal select * from jsonb_populate_record(null::goal_check_in, $1)', ['goal', 'goal_check_in']],
  ])('is read: %j names %j', (source, tables) => {
    expect(listTables(source, names)).toEqual(tables);
  });

  test('of a goal may not name a check-in of a workout', () => {
    expect([mayUse('goal', 'check-in'), mayUse('check-in', 'goal'), mayUse('goal', 'platform')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('The export', () => {
  test('has every column of its tables, or says why not', () => {
    expect(collectionsOf(TABLES).flatMap((collection) => listUnexplained(collection, columns))).toEqual([]);
  });

  test('finds a column without a description', () => {
    const weight = { table: 'goal', name: 'weight', type: 'int2', isEnumerated: false, namesUser: false };
    const found = collectionsOf(TABLES).flatMap((collection) => listUnexplained(collection, [...columns, weight]));
    expect(found).toEqual(['goal.weight']);
  });

  test('omits no column that does not exist', () => {
    const wrong = collectionsOf(TABLES).flatMap(({ name, tables, explained }) =>
      [...explained]
        .filter((column) => !tables.some((table) => KNOWN.has(pathOf({ table, name: column }))))
        .map((column) => `${name}: ${column}`),
    );
    expect(wrong).toEqual([]);
  });

  test('has a collection of every table about users, or says why not', () => {
    const exported = new Set(collectionsOf(TABLES).flatMap(({ tables }) => tables));
    const isSilent = ({ name, omitted }: Table) => !exported.has(name) && omitted === null && rulesOf(name).length > 0;
    expect(TABLES.filter(isSilent).map(({ name }) => name)).toEqual([]);
    expect(
      TABLES.filter(
        ({ name, omitted }) => omitted !== null && exported.has(name) && BY_NAME.get(name)?.collections.length,
      ).map(({ name }) => name),
    ).toEqual([]);
  });
});

describe('The deletion of an account', () => {
  test('has a rule for every column that references a user', () => {
    expect(columns.filter((column) => column.namesUser && !isRead(column)).map(pathOf)).toEqual([]);
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

  test('refuses rows of an erased user in every table whose rows are erased', async () => {
    const { rows } = await sql<{ path: string }>`
      select conrelid::regclass || '.' || attname as path from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'profile'::regclass
        and not exists (select from pg_trigger where tgrelid = conrelid and tgname = 'refuse_erased_' || attname)`.execute(
      deps.db,
    );
    const erased = RULES.flatMap(({ table, action, columns: named }) =>
      action === 'erase' ? named.map((name) => pathOf({ table, name })) : [],
    );
    const unguarded = rows.map(({ path }) => path).filter((path) => erased.includes(path));
    expect(unguarded, 'Add a trigger with refuse_erased_<column>, as migration 32 does.').toEqual([]);
  });

  test('has rules that are valid SQL', async () => {
    const subject = { id: deps.ids.next(), emails: ['ada@people.test'], erasedAt: deps.clock.now() };
    for (const { table, ...rule } of RULES) {
      const statements = [countStatement(table, rule, subject), deletionStatement(table, rule, subject)];
      for (const statement of statements) if (statement !== null) await sql`explain ${statement}`.execute(deps.db);
    }
  });
});
