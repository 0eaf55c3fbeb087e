import type { Actor } from '#access/actor.ts';
import { mapRead, type Read } from '#platform/db/read.ts';
import type { AppError } from '#platform/errors.ts';
import { paginate } from '#platform/http/pagination.ts';
import type { WellbeingDeps } from './deps.ts';
import type { DatedQuery } from './record.schema.ts';
import {
  type ChangedColumns,
  deleteRecordOf,
  listRecordsOf,
  type RecordRow,
  type RecordTable,
  selectRecordsOf,
  updateRecordOf,
} from './record.store.ts';

/** What every record shows to clients. */
type CommonFields = { id: string; user_id: string; created_at: string; updated_at: string };

/** What is own to one of the three record types. */
export type RecordType<Table extends RecordTable, View extends CommonFields> = {
  table: Table;
  /** The fields of a view that are not common to all records. */
  fieldsOf: (row: RecordRow<Table>) => Omit<View, keyof CommonFields>;
  notFound: () => AppError;
};

export function viewOf<Table extends RecordTable, View extends CommonFields>(
  { fieldsOf }: RecordType<Table, View>,
  row: RecordRow<Table>,
): View {
  const { id, user_id, created_at, updated_at } = row;
  const common = { id, user_id, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  return { ...fieldsOf(row), ...common } as View;
}

/** The actor's newest record of a date. */
export function selectNewestRecordOf<Table extends RecordTable, View extends CommonFields>(
  type: RecordType<Table, View>,
  { userId }: Actor,
  date: string,
): Read<View | null> {
  const newest = selectRecordsOf(type.table, userId, { from: date, to: date, after: null }, 1);
  return mapRead(newest, ([row]) => (row ? viewOf(type, row) : null));
}

/** Lists the actor's own records, newest first. */
export async function listRecords<Table extends RecordTable, View extends CommonFields>(
  type: RecordType<Table, View>,
  deps: WellbeingDeps,
  actor: Actor,
  query: DatedQuery & { goal_id?: string },
): Promise<{ records: View[]; next_cursor: string | null }> {
  const { from, to, goal_id: goalId } = query;
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listRecordsOf(deps.db, type.table, actor.userId, { from, to, goalId, after }, limit),
  );
  return { records: rows.map((row) => viewOf(type, row)), next_cursor };
}

/** Changes the given fields of the actor's own record. */
export async function changeRecord<Table extends RecordTable, View extends CommonFields>(
  type: RecordType<Table, View>,
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  values: ChangedColumns<Table>,
  db = deps.db,
): Promise<View> {
  const row = await updateRecordOf(db, type.table, actor.userId, id, values, deps.clock.now());
  if (row === undefined) throw type.notFound();
  return viewOf(type, row);
}

export async function removeRecord(
  { table, notFound }: Pick<RecordType<RecordTable, CommonFields>, 'table' | 'notFound'>,
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  if (!(await deleteRecordOf(deps.db, table, actor.userId, id))) throw notFound();
}
