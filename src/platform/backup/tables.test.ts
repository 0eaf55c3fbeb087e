import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import {
  advanceSequences,
  copyRowsIn,
  copyRowsOut,
  listSequences,
  listTables,
  type Table,
  withLongTransaction,
  withoutConstraints,
  withSnapshot,
} from './tables.ts';

const SCHEMA = `
  create table "Person" (
    id bigint generated always as identity primary key,
    name text not null,
    length integer generated always as (char_length(name)) stored,
    best_letter bigint
  );
  create table letter (
    id bigint primary key,
    person_id bigint not null references "Person" (id) on delete cascade,
    answers bigint references letter (id) deferrable initially deferred,
    body text, sent_at timestamptz(3), share double precision, pause interval, tags text[]
  );
  alter table "Person" add constraint person_best foreign key (best_letter) references letter (id) on delete set null;
  create schema partitions;
  create table monthly (id integer primary key, person_id bigint references "Person" (id)) partition by range (id);
  create table partitions.monthly_1 partition of monthly for values from (0) to (10);
  create table partitions.monthly_rest partition of monthly default;
  create table sending (monthly_id integer references monthly (id) on delete cascade);
  create table stamped (id integer primary key);
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not by hand'; end $$;
  create trigger stamped_stands before insert or update or delete on stamped for each row execute function refuse();
  create trigger stamped_is_kept before truncate on stamped for each statement execute function refuse();`;

const ROWS = `
  insert into "Person" (name) values ('Ada'), (E'Ben\\tthe \\\\ tall\\n'), ('Zoë 🌼');
  insert into letter values
    (1, 1, 2, null, '2026-02-28 12:00:00.123+00', 0.1, '1 month 2 days', '{a,"b c"}'),
    (2, 2, 1, '', '-infinity', 'NaN', null, '{}');
  insert into monthly values (9, 1), (10, null);
  insert into sending values (9), (10);
  update "Person" set best_letter = 2 where id = 1`;

const database = await createTestDatabase(inject('clusterUrl'), 'template0');
const copy = await createTestDatabase(inject('clusterUrl'), 'template0');
afterAll(async () => {
  await Promise.all([database.drop(), copy.drop()]);
});

async function onDatabase<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const response = await client.query<Row>(statement);
    return response.rows;
  } finally {
    await client.end();
  }
}

const contentsOf = (url: string) =>
  onDatabase(
    url,
    `select 'person' as of, to_jsonb(p) as row from "Person" p union all
     select 'letter', to_jsonb(l) from letter l union all select tableoid::regclass::text, to_jsonb(m) from monthly m union all
     select 'sending', to_jsonb(s) from sending s union all select 'stamped', to_jsonb(s) from stamped s order by 1, 2`,
  );

const constraintsOf = (url: string) =>
  onDatabase(
    url,
    `select conname, pg_get_constraintdef(oid) as definition, convalidated from pg_constraint where contype = 'f' order by conname`,
  );

type Copied = { tables: Table[]; sequences: { name: string; value: string }[]; rows: Map<string, Buffer[]> };

async function copyOut(whileOpen: () => Promise<unknown> = async () => undefined): Promise<Copied> {
  return withSnapshot(database.url, async (client) => {
    const tables = await listTables(client);
    await whileOpen();
    const rows = new Map<string, Buffer[]>();
    for (const table of tables) {
      const chunks: Buffer[] = [];
      await copyRowsOut(client, table, async (chunk) => void chunks.push(chunk));
      rows.set(table.name, chunks);
    }
    return { tables, sequences: await listSequences(client), rows };
  });
}

async function copyIn({ tables, sequences, rows }: Copied): Promise<void> {
  await withLongTransaction(copy.url, async (client) => {
    await withoutConstraints(client, tables, async () => {
      for (const table of tables) {
        for (const chunk of rows.get(table.name) ?? []) await copyRowsIn(client, table, chunk);
      }
    });
    await advanceSequences(client, sequences);
  });
}

await onDatabase(database.url, `${SCHEMA}; ${ROWS}`);
await onDatabase(database.url, 'alter table stamped disable trigger user; insert into stamped values (1)');
await onDatabase(copy.url, SCHEMA);

test('rows come back as they were, whatever refers to what, in place of those before', async () => {
  await onDatabase(copy.url, `insert into "Person" (name) values ('made by a migration')`);
  await copyIn(await copyOut());
  expect(await contentsOf(copy.url)).toEqual(await contentsOf(database.url));
});

test('a large table comes in chunks of whole rows, and goes back', async () => {
  await onDatabase(
    database.url,
    `create table large as select id, repeat(E'line\\n', 100) as text from generate_series(1, 20000) id`,
  );
  await onDatabase(copy.url, 'create table large (id integer, text text)');
  const copied = await copyOut();
  const chunks = copied.rows.get('large') ?? [];
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.every((chunk) => chunk.at(-1) === 0x0a)).toBe(true);
  await copyIn(copied);
  const digest = `select count(*)::int, md5(string_agg(id || text, '' order by id)) from large`;
  expect(await onDatabase(copy.url, digest)).toEqual(await onDatabase(database.url, digest));
});

test('keys, triggers and sequences are what they were before', async () => {
  expect(await constraintsOf(copy.url)).toEqual(await constraintsOf(database.url));
  await expect(onDatabase(copy.url, 'delete from stamped')).rejects.toThrow('not by hand');
  await expect(onDatabase(copy.url, 'truncate stamped')).rejects.toThrow('not by hand');
  await expect(onDatabase(copy.url, `insert into letter values (9, 99)`)).rejects.toThrow('foreign key');
  expect(await onDatabase(copy.url, `insert into "Person" (name) values ('Dan') returning id::int`)).toEqual([
    { id: 4 },
  ]);
});

test('what others write meanwhile is not in it', async () => {
  const before = await contentsOf(database.url);
  await copyIn(await copyOut(() => onDatabase(database.url, `insert into "Person" (name) values ('late')`)));
  expect(await contentsOf(copy.url)).toEqual(before);
});

test('rows that refer to nothing are refused, and nothing is changed', async () => {
  const before = await contentsOf(copy.url);
  const copied = await copyOut();
  copied.rows.set('Person', []);
  await expect(copyIn(copied)).rejects.toThrow('foreign key');
  expect(await contentsOf(copy.url)).toEqual(before);
  expect(await constraintsOf(copy.url)).toEqual(await constraintsOf(database.url));
});

test('a snapshot writes nothing', async () => {
  const writing = withSnapshot(database.url, (client) => client.query('delete from letter'));
  await expect(writing).rejects.toThrow('read-only transaction');
});
