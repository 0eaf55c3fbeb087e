import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { userDateAt } from '#platform/db/local-time.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { executeRead, type Read, toRead } from '#platform/db/read.ts';
import type { DB } from '#platform/db/tables.generated.ts';

/** The tables of the three record types. Their common columns have the same names. */
export type RecordTable = 'action_note' | 'satisfaction_entry' | 'sleep_entry';

export type RecordRow<Table extends RecordTable> = Selectable<DB[Table]> & {
  id: string;
  user_id: string;
  created_at: Date;
  updated_at: Date;
};

/** Each condition is optional. Dates are inclusive. Goals belong to action notes. */
export type RecordFilter = {
  after: Position | null;
  from?: string | undefined;
  to?: string | undefined;
  goalId?: string | undefined;
};

const DATE_COLUMNS = { action_note: 'note_date', satisfaction_entry: 'entry_date', sleep_entry: 'sleep_date' } as const;

/** The columns of a table that users write, its date included. */
type WrittenColumns<Table extends RecordTable> = Omit<
  Insertable<DB[Table]>,
  'id' | 'user_id' | 'created_at' | 'updated_at' | 'is_imported'
>;

function matches(table: RecordTable, { from, to, goalId }: RecordFilter): RawBuilder<unknown> {
  const date = sql.ref(DATE_COLUMNS[table]);
  const conditions = [
    ...(from !== undefined ? [sql`and ${date} >= ${from}::date`] : []),
    ...(to !== undefined ? [sql`and ${date} <= ${to}::date`] : []),
    ...(goalId !== undefined ? [sql`and goal_id = ${goalId}`] : []),
  ];
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `);
}

/** The user's records that match the filter, newest first. */
export function selectRecordsOf<Table extends RecordTable>(
  table: Table,
  userId: string,
  filter: RecordFilter,
  limit: number,
): Read<RecordRow<Table>[]> {
  const query = sql<RecordRow<RecordTable>>`
    select * from ${sql.table(table)}
    where user_id = ${userId} and ${afterCursor(filter.after)} ${matches(table, filter)}
    order by created_at desc, id desc
    limit ${limit}`;
  return toRead(query, { created_at: true, updated_at: true }) as Read<RecordRow<Table>[]>;
}

export async function listRecordsOf<Table extends RecordTable>(
  db: Db,
  table: Table,
  userId: string,
  filter: RecordFilter,
  limit: number,
): Promise<RecordRow<Table>[]> {
  return executeRead(db, selectRecordsOf(table, userId, filter, limit));
}

/** A date of null is today in the user's time zone. */
export type NewRecord = { id: string; userId: string; date: string | null; now: Date };

/** If the record links to a goal, the transaction must have locked it. */
export async function insertRecord<Table extends RecordTable>(
  db: Db | Tx,
  table: Table,
  { id, userId, date, now }: NewRecord,
  fields: Omit<WrittenColumns<Table>, (typeof DATE_COLUMNS)[Table]>,
): Promise<RecordRow<Table>> {
  const common = { id, user_id: userId, created_at: now, updated_at: now };
  const values = { ...fields, ...common, [DATE_COLUMNS[table]]: date ?? userDateAt(userId, now) };
  const query = db
    .insertInto<RecordTable>(table)
    .values(values as never)
    .returningAll();
  return (await query.executeTakeFirstOrThrow()) as RecordRow<Table>;
}

/** Undefined keeps the value. */
export type ChangedColumns<Table extends RecordTable> = {
  [Column in keyof WrittenColumns<Table>]?: WrittenColumns<Table>[Column] | undefined;
};

/** Returns undefined if the owner has no such record. If it gets a goal, the transaction must have locked it. */
export async function updateRecordOf<Table extends RecordTable>(
  db: Db | Tx,
  table: Table,
  userId: string,
  id: string,
  values: ChangedColumns<Table>,
  now: Date,
): Promise<RecordRow<Table> | undefined> {
  const query = db
    .updateTable<RecordTable>(table)
    .set({ ...values, updated_at: now } as never)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll();
  return (await query.executeTakeFirst()) as RecordRow<Table> | undefined;
}

/** Returns false if the owner has no such record. */
export async function deleteRecordOf(db: Db, table: RecordTable, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where id = ${id} and user_id = ${userId} returning id`.execute(db);
  return rows.length > 0;
}

/** A time span of a user: after `after` (exclusive) until `until` (inclusive). */
export type TimeSpan = { id: string; userId: string; after: Date; until: Date };

/** The ids of the spans in which their user created a record, of any type, that still exists. Notes about another day and imported records do not count. */
export async function findSpansWithRecord(db: Db | Tx, spans: readonly TimeSpan[]): Promise<ReadonlySet<string>> {
  const isWithin = sql`user_id = span.user_id and created_at > span.after and created_at <= span.until and not is_imported`;
  const { rows } = await sql<{ id: string }>`
    select span.id
    from unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ userId }) => userId)}::uuid[],
      ${spans.map(({ after }) => after)}::timestamptz[], ${spans.map(({ until }) => until)}::timestamptz[])
      as span (id, user_id, after, until)
    where exists (select from satisfaction_entry where ${isWithin})
      or exists (select from action_note where ${isWithin} and note_date = created_date)
      or exists (select from sleep_entry where ${isWithin})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The means of the records of one week (named by its Monday) or month (by its first date). */
export type Means = {
  start: string;
  sleep_hours: number | null;
  sleep_quality: number | null;
  satisfaction: number | null;
};

/** Computes the means of a user's records from one date to another (inclusive), oldest first. Omits weeks or months without any. */
export async function listMeans(
  db: Db,
  userId: string,
  { from, to, by }: { from: string; to: string; by: 'week' | 'month' },
): Promise<Means[]> {
  const { rows } = await sql<Means>`
    select date_trunc(${by}, date)::date as start, round(avg(hours), 2)::float8 as sleep_hours,
      round(avg(quality), 2)::float8 as sleep_quality, round(avg(score), 2)::float8 as satisfaction
    from (
      select sleep_date as date, hours, quality, null::integer as score from sleep_entry where user_id = ${userId}
      union all
      select entry_date, null, null, score from satisfaction_entry where user_id = ${userId}
    ) record
    where date between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(db);
  return rows;
}
