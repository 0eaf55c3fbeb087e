import { type Expression, sql } from 'kysely';
import type { ReadDb } from './database.ts';

/**
 * A query that is not sent yet, and what its rows mean. `executeRead` sends it alone, `joinReads` with others in one statement: a
 * round trip costs more than most queries.
 */
export type Read<Value> = {
  readonly query: Expression<unknown>;
  readonly parse: (rows: readonly unknown[]) => Value;
};

type InstantColumn<Row> = {
  [Column in keyof Row]-?: Extract<Row[Column], Date> extends never ? never : Column;
}[keyof Row];

/**
 * The rows of a query. In a joined read they arrive as JSON: `instants` names the columns that become dates again. A `numeric` arrives
 * as a number there, so read it with `Number` in any case. `bytea` cannot be joined.
 */
export function toRead<Row extends object>(
  query: Expression<Row>,
  instants: Readonly<Record<InstantColumn<Row>, true>>,
): Read<Row[]> {
  const columns = Object.keys(instants) as (keyof Row)[];
  return { query, parse: (rows) => (rows as Row[]).map((row) => withInstants(row, columns)) };
}

function withInstants<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  const instants = columns.map((column) => [column, row[column] && new Date(row[column] as string | Date)]);
  return { ...row, ...Object.fromEntries(instants) };
}

export function mapRead<Value, Result>(read: Read<Value>, to: (value: Value) => Result): Read<Result> {
  return { query: read.query, parse: (rows) => to(read.parse(rows)) };
}

/** Several reads as one, of one snapshot. Each becomes a column, whose rows PostgreSQL writes as JSON. */
export function joinReads<Values extends object>(
  reads: {
    readonly [Name in keyof Values]: Read<Values[Name]>;
  },
): Read<Values> {
  const parts = Object.entries<Read<unknown>>(reads);
  const columns = parts.map(
    ([name, { query }]) =>
      sql`(select coalesce(json_agg(read_row.*), '[]') from (${query}) read_row) as ${sql.ref(name)}`,
  );
  return {
    query: sql`select ${sql.join(columns)}`,
    parse: ([row]) => {
      const rows = row as Record<string, unknown[]>;
      return Object.fromEntries(parts.map(([name, { parse }]) => [name, parse(rows[name] ?? [])])) as Values;
    },
  };
}

export async function executeRead<Value>(db: ReadDb, { query, parse }: Read<Value>): Promise<Value> {
  const { rows } = await sql`${query}`.execute(db);
  return parse(rows);
}
