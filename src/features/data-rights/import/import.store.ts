import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { findQueueState, type QueueState } from '#platform/db/queue.ts';
import type { DataImport } from '#platform/db/tables.generated.ts';
import type { FormatName } from './format/format.schema.ts';
import { EMPTY_REPORT, type ImportReport, type ImportStatus } from './import.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'data_import.report': ImportReport;
  }
}

const COLUMNS = [
  ...(['id', 'format', 'status', 'is_dry_run', 'file_bytes', 'items_done', 'report', 'error_code'] as const),
  ...(['created_at', 'started_at', 'finished_at', 'expires_at'] as const),
];
export type ImportRow = Pick<Selectable<DataImport>, (typeof COLUMNS)[number]>;

export type NewImport = {
  id: string;
  userId: string;
  format: FormatName;
  isDryRun: boolean;
  fileBytes: number;
  now: Date;
  expiresAt: Date;
};

/** Inserts an import whose file is being stored. Returns undefined if the user has an active one, or had `max` since `since`. */
export async function insertImport(
  db: Db,
  { id, userId, format, isDryRun, fileBytes, now, expiresAt }: NewImport,
  { since, max }: { since: Date; max: number },
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    insert into data_import
      (id, user_id, format, status, is_dry_run, file_bytes, has_file, report, next_run_at, created_at, expires_at)
    select ${id}, ${userId}, ${format}, 'receiving', ${isDryRun}, ${fileBytes}, true,
      ${JSON.stringify(EMPTY_REPORT)}::jsonb, ${now}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz
    where (select count(*) from data_import where user_id = ${userId} and created_at > ${since}) < ${max}
    on conflict (user_id) where status in ('receiving', 'queued', 'running') do nothing
    returning ${sql.join(COLUMNS.map((column) => sql.ref(column)))}`.execute(db);
  return rows[0];
}

/** Queues an import whose file is complete, and ends the user's other plans. Returns undefined if it has expired. */
export async function queueReceivedImport(db: Db, userId: string, id: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    with ended as (
      update data_import set status = 'expired' where user_id = ${userId} and status = 'planned' and id <> ${id}
    )
    update data_import set status = 'queued', expires_at = null where id = ${id} and status = 'receiving'
    returning ${sql.join(COLUMNS.map((column) => sql.ref(column)))}`.execute(db);
  return rows[0];
}

/** Queues a plan for its real run. Returns undefined if it is no plan, has expired, or if another import of the user is active. */
export async function queuePlannedImport(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    update data_import
    set status = 'queued', is_dry_run = false, items_done = 0, report = ${JSON.stringify(EMPTY_REPORT)}::jsonb, attempts = 0, kills = 0,
      next_run_at = ${now}, started_at = null, finished_at = null, expires_at = null
    where id = ${id} and user_id = ${userId} and status = 'planned' and expires_at > ${now}
      and not exists (
        select from data_import other
        where other.user_id = ${userId} and other.status in ('receiving', 'queued', 'running')
      )
    returning ${sql.join(COLUMNS.map((column) => sql.ref(column)))}`.execute(db);
  return rows[0];
}

export async function listImportsOf(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<ImportRow[]> {
  return db
    .selectFrom('data_import')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where(afterCursor(after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findImportOf(db: Db, userId: string, id: string): Promise<ImportRow | undefined> {
  return db
    .selectFrom('data_import')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function existsActiveImport(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from data_import where user_id = ${userId} and status in ('receiving', 'queued', 'running')`.execute(db);
  return rows.length > 0;
}

/** An import under a lease of this node. */
export type LeasedImport = Pick<
  Selectable<DataImport>,
  'id' | 'is_dry_run' | 'items_done' | 'report' | 'attempts' | 'kills'
> & {
  format: FormatName;
  lease_id: string;
  user_id: string;
  time_zone: string;
};

/** Leases the import of an active user that has waited longest; undefined if there is none. */
export async function leaseDueImport(
  db: Db,
  lease: { id: string; now: Date; expiresAt: Date },
): Promise<LeasedImport | undefined> {
  const { rows } = await sql<LeasedImport>`
    update data_import
    set status = 'running', lease_id = ${lease.id}::uuid, lease_expires_at = ${lease.expiresAt}::timestamptz,
      attempts = attempts + 1, kills = kills + (status = 'running')::integer, started_at = coalesce(started_at, ${lease.now}::timestamptz)
    from (
      select due.id, coalesce(preferences ->> 'timezone', 'UTC') as time_zone
      from data_import due join profile on profile.id = due.user_id and profile.is_active
      where status in ('queued', 'running') and next_run_at <= ${lease.now}
        and (lease_expires_at is null or lease_expires_at <= ${lease.now})
      order by next_run_at limit 1
      for update of due skip locked
    ) chosen
    where data_import.id = chosen.id
    returning data_import.id, user_id, format, is_dry_run, items_done, report, attempts, kills, lease_id, chosen.time_zone`.execute(
    db,
  );
  return rows[0];
}

type Lease = Pick<LeasedImport, 'id' | 'lease_id'>;

/** Extends the lease. Returns false if another node has it. */
export async function extendLease(db: Db, { id, lease_id }: Lease, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    update data_import set lease_expires_at = ${expiresAt} where id = ${id} and lease_id = ${lease_id} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Locks the user against deletion until the end of the transaction. Returns false if there is no such active user. */
export async function lockActiveUser(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select from profile where id = ${userId} and is_active for key share`.execute(tx);
  return rows.length > 0;
}

/** Stores the progress and extends the lease. Returns false if another node has it. */
export async function updateProgress(
  db: Db | Tx,
  { id, lease_id }: Lease,
  { itemsDone, report, expiresAt }: { itemsDone: number; report: ImportReport; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update data_import
    set items_done = ${itemsDone}, report = ${JSON.stringify(report)}::jsonb, attempts = 0, kills = 0, lease_expires_at = ${expiresAt}
    where id = ${id} and lease_id = ${lease_id}
    returning id`.execute(db);
  return rows.length > 0;
}

/** Ends the run and the lease, and returns the report. Returns undefined if another node has the lease. */
export async function finishImport(
  tx: Tx,
  { id, lease_id }: Lease,
  result: { status: ImportStatus; errorCode: string | null; now: Date; expiresAt: Date | null },
): Promise<{ report: ImportReport } | undefined> {
  const { rows } = await sql<{ report: ImportReport }>`
    update data_import
    set status = ${result.status}, error_code = ${result.errorCode}, finished_at = ${result.now}, expires_at = ${result.expiresAt},
      lease_id = null, lease_expires_at = null
    where id = ${id} and lease_id = ${lease_id}
    returning report`.execute(tx);
  return rows[0];
}

/** Whether another import could run now. */
export async function existsWaitingImport(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from data_import where status = 'queued' and next_run_at <= ${now} limit 1`.execute(db);
  return rows.length > 0;
}

/** Ends the lease, so that the import goes on at `nextRunAt` behind those that wait. */
export async function releaseLease(db: Db, { id, lease_id }: Lease, nextRunAt: Date): Promise<void> {
  await sql`
    update data_import set status = 'queued', next_run_at = ${nextRunAt}, lease_id = null, lease_expires_at = null
    where id = ${id} and lease_id = ${lease_id}`.execute(db);
}

/** Ends an upload that failed. */
export async function expireReceivedImport(db: Db, id: string): Promise<void> {
  await sql`update data_import set status = 'expired' where id = ${id} and status = 'receiving'`.execute(db);
}

/** Ends all imports of a user. A node that runs one stops, and one that receives a file deletes it. */
export async function expireImportsOf(db: Db, userId: string): Promise<void> {
  await sql`
    update data_import set status = 'expired', lease_id = null, lease_expires_at = null where user_id = ${userId}`.execute(
    db,
  );
}

/** Ends plans and uploads that have expired. */
export async function expireImports(db: Db, now: Date): Promise<void> {
  await sql`
    update data_import set status = 'expired'
    where status in ('planned', 'receiving') and has_file and expires_at <= ${now}`.execute(db);
}

/** Lists the ids of imports whose files are no longer needed. */
export async function listImportsWithUnusedFile(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from data_import
    where has_file and (status in ('completed', 'failed', 'expired') or user_id is null)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records that the file is deleted. Deletes the import of a deleted user. */
export async function updateDeletedFile(db: Db, id: string): Promise<void> {
  await sql`
    with orphan as (delete from data_import where id = ${id} and user_id is null returning id)
    update data_import set has_file = false where id = ${id} and not exists (select from orphan)`.execute(db);
}

export function findImportQueue(db: Db): Promise<QueueState> {
  return findQueueState(db, sql`select next_run_at from data_import where status = 'queued' order by next_run_at`);
}
