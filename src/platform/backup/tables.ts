import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { NO_TIMEOUTS, withClient } from '../db/connection/client.ts';

/** A connection that runs one statement at a time. */
export type Session = pg.ClientBase;

/** A table, with the columns that can be written: generated columns are computed. */
export type Table = { name: string; columns: string[] };

/** What the rows need beside them. */
export type Sequence = { name: string; value: string };

/** Rows are in the text format of COPY, which every version of PostgreSQL reads and writes. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;

const CONNECT_TIMEOUT_MS = 10_000;
/** Values are written as every server reads them. */
const SESSION = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3`;

/**
 * Calls `work` with a connection on which each query sees the same snapshot of the database, while others write. The database is
 * not changed.
 */
export async function withSnapshot<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withSession(connectionString, async (client) => {
    await client.query('begin transaction isolation level repeatable read, read only');
    // The first query takes the snapshot.
    await client.query('select txid_current_if_assigned()');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** Calls `work` in one transaction without time limits, which ends with its result, or without any effect. */
export async function withLongTransaction<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withSession(connectionString, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** Calls `work` with a connection without time limits. One that breaks or is closed ends its transaction. */
export async function withSession<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const options = {
    purpose: 'backup',
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    queryTimeoutMs: 0,
    timeouts: NO_TIMEOUTS,
  };
  return withClient(connectionString, options, async (client) => {
    await client.query(SESSION);
    return work(client);
  });
}

/** How many sessions others have open in this database. */
export async function countOtherSessions(client: pg.ClientBase): Promise<number> {
  // Workers of the server itself belong to no user.
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`,
  );
  return rows[0]?.count ?? 0;
}

/** Which of these tables hold rows, of those that exist. */
export async function listUsed(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  const used: string[] = [];
  for (const { name } of (await listTables(client)).filter((table) => names.includes(table.name))) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount === 1) used.push(name);
  }
  return used;
}

/** The size of the database, such as `12 MB`. */
export async function databaseSize(client: Session): Promise<string> {
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return rows[0]?.size ?? '';
}

/** The version of the server, such as 18.4. */
export async function serverVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return rows[0]?.version.split(' ')[0] ?? '';
}

/** Gathers what the planner needs to know about rows that have come in by the million. */
export async function analyze(connectionString: string): Promise<void> {
  await withSession(connectionString, (client) => client.query('analyze'));
}

/** The number of rows of a table, and a digest of them in any order. */
async function digestTable(client: pg.ClientBase, { name, columns }: Table): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(
    `select count(*) || ' ' || coalesce(sum(('x' || left(md5(row::text), 15))::bit(60)::bigint), 0) as digest
     from (select ${identifiers(columns) || 'null'} from ${pg.escapeIdentifier(name)}) as row`,
  );
  return rows[0]?.digest ?? '';
}

/** The tables of the schema that queries use, by name, without those that an extension brought. Partitions have another schema. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name,
       array(select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by relname`,
  );
  return rows;
}

/** Those that have been used. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
  return rows;
}

/** Hands out all rows of a table in chunks of whole rows, a few megabytes each, and returns how many rows they were. */
export async function copyRowsOut(
  client: pg.ClientBase,
  { name, columns }: Table,
  onChunk: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  // A query, since a partitioned table cannot be copied by its name.
  const rows = client.query(
    copyTo(`copy (select ${identifiers(columns)} from ${pg.escapeIdentifier(name)}) to stdout`),
  );
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const part of rows as AsyncIterable<Buffer>) {
    waiting.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    const all = Buffer.concat(waiting);
    // Within a row the format writes a line feed as \\n.
    const end = all.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) await onChunk(all.subarray(0, end));
    const rest = all.subarray(end);
    [waiting, bytes] = [[rest], rest.length];
  }
  if (bytes > 0) await onChunk(Buffer.concat(waiting));
  return rows.rowCount;
}

/** Writes a chunk of `copyRowsOut` into a table, and returns how many rows it held. */
export async function copyRowsIn(client: pg.ClientBase, { name, columns }: Table, chunk: Buffer): Promise<number> {
  const rows: CopyStreamQuery = client.query(
    copyFrom(`copy ${pg.escapeIdentifier(name)} (${identifiers(columns)}) from stdin`),
  );
  await pipeline([chunk], rows);
  return rows.rowCount;
}

/** Copies all rows of a table into the same table of another database, and compares them. Returns their number. */
export async function copyTable(source: Session, target: Session, table: Table): Promise<number> {
  const count = await copyRowsOut(source, table, async (chunk) => void (await copyRowsIn(target, table, chunk)));
  const [expected, found] = [await digestTable(source, table), await digestTable(target, table)];
  if (found === expected) return count;
  throw new Error(`The copy of ${table.name} differs (${found} in place of ${expected}). Nothing was changed.`);
}

/**
 * Calls `work` while the tables have no foreign keys and no triggers, as an owner of them may do, so that rows can come in any
 * order. Whatever the tables held before is gone. The keys are checked when they are put back, at the end.
 */
export async function withoutConstraints<Result>(
  client: pg.ClientBase,
  tables: readonly Table[],
  work: () => Promise<Result>,
): Promise<Result> {
  const all = tables.map(({ name }) => pg.escapeIdentifier(name));
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select relname::text as table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and relname = any($1) and connamespace = current_schema()::regnamespace
       -- PostgreSQL makes those of partitions from that of the table.
       and conparentid = 0
     order by pg_constraint.oid`,
    [tables.map(({ name }) => name)],
  );
  const ofKey = (key: { table: string; name: string }) =>
    [pg.escapeIdentifier(key.table), pg.escapeIdentifier(key.name)] as const;
  for (const table of all) await client.query(`alter table ${table} disable trigger user`);
  for (const key of keys) {
    const [table, name] = ofKey(key);
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  if (all.length > 0) await client.query(`truncate ${all.join(', ')}`);
  const result = await work();
  for (const key of keys) {
    const [table, name] = ofKey(key);
    await client.query(`alter table ${table} add constraint ${name} ${key.definition}`);
  }
  for (const table of all) await client.query(`alter table ${table} enable trigger user`);
  return result;
}

/** Lets sequences go on behind these values. */
export async function advanceSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, value]);
  }
}

function identifiers(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ');
}
