import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { findQueueState, type QueueState } from '#platform/db/queue.ts';
import type { DataExport } from '#platform/db/tables.generated.ts';

const COLUMNS = ['id', 'status', 'done', 'total', 'size_bytes', 'created_at', 'expires_at'] as const;

export type ExportRow = Pick<Selectable<DataExport>, (typeof COLUMNS)[number]>;

export type NewExport = { id: string; userId: string; now: Date; expiresAt: Date };

/** Queues an export unless one is in progress, or `max` were started since. Returns undefined then. */
export async function insertExport(
  db: Db,
  { id, userId, now, expiresAt }: NewExport,
  { max, since }: { max: number; since: Date },
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    insert into data_export (id, user_id, status, created_at, expires_at)
    select ${id}, ${userId}, 'queued', ${now}::timestamptz, ${expiresAt}::timestamptz
    where (select count(*) from data_export where user_id = ${userId} and created_at > ${since}) < ${max}
    on conflict (user_id) where status in ('queued', 'running') do nothing
    returning ${sql.join(COLUMNS.map((column) => sql.ref(column)))}`.execute(db);
  return rows[0];
}

export async function existsUnfinishedExport(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from data_export where user_id = ${userId} and status in ('queued', 'running')`.execute(db);
  return rows.length > 0;
}

function exportsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('data_export')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('status', '<>', 'discarded')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

/** Lists the exports that have not expired, newest first. The limit of a day bounds them. */
export async function listExportsOf(db: Db, userId: string, now: Date): Promise<ExportRow[]> {
  return exportsOf(db, userId, now).execute();
}

export async function findExport(db: Db, userId: string, id: string, now: Date): Promise<ExportRow | undefined> {
  return exportsOf(db, userId, now).where('id', '=', id).executeTakeFirst();
}

export async function findNewestReadyExport(db: Db, userId: string, now: Date): Promise<ExportRow | undefined> {
  return exportsOf(db, userId, now).where('status', '=', 'ready').executeTakeFirst();
}

/** Discards an export and ends its lease. Returns false if there is none. */
export async function discardExport(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update data_export set status = 'discarded', lease_id = null, lease_expires_at = null
    where id = ${id} and user_id = ${userId} and status <> 'discarded'
    returning id`.execute(db);
  return rows.length > 0;
}

/** Ends all exports of a user. A node that makes one deletes its archive. */
export async function discardExportsOf(db: Db, userId: string): Promise<void> {
  await sql`
    update data_export set status = 'discarded', lease_id = null, lease_expires_at = null
    where user_id = ${userId} and status <> 'discarded'`.execute(db);
}

export type ClaimedExport = { id: string; userId: string; attempts: number };

export type Lease = { leaseId: string; now: Date; leaseExpiresAt: Date };

/** Claims the oldest export that is queued or whose node died, or that no node has tried to make. Undefined if there is none. */
export async function claimExport(
  db: Db,
  { leaseId, now, leaseExpiresAt, onlyNew }: Lease & { onlyNew: boolean },
): Promise<ClaimedExport | undefined> {
  const { rows } = await sql<ClaimedExport>`
    update data_export
    set status = 'running', lease_id = ${leaseId}, lease_expires_at = ${leaseExpiresAt}, attempts = attempts + 1, done = 0
    where id = (
      select id from data_export
      where user_id is not null and (attempts = 0 or not ${onlyNew}::boolean)
        and (status = 'queued' or status = 'running' and lease_expires_at <= ${now})
      order by created_at limit 1
      for update skip locked)
    returning id, user_id as "userId", attempts`.execute(db);
  return rows[0];
}

/** Extends a lease and stores the progress. Returns false if the lease is lost. */
export async function renewExportLease(
  db: Db,
  { leaseId, leaseExpiresAt }: Omit<Lease, 'now'>,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const { rows } = await sql`
    update data_export set lease_expires_at = ${leaseExpiresAt}, done = ${done}, total = ${total}
    where lease_id = ${leaseId}
    returning id`.execute(db);
  return rows.length > 0;
}

/** Ends a lease: the export is ready, queued for another attempt, or failed. Returns false if the lease is lost. */
export async function endExportLease(
  db: Db | Tx,
  leaseId: string,
  result: { status: 'ready'; sizeBytes: number; expiresAt: Date } | { status: 'queued' | 'failed' },
): Promise<boolean> {
  const values =
    result.status === 'ready'
      ? sql`status = 'ready', done = total, size_bytes = ${result.sizeBytes}, expires_at = ${result.expiresAt}`
      : sql`status = ${result.status}`;
  const { rows } = await sql`
    update data_export set ${values}, lease_id = null, lease_expires_at = null
    where lease_id = ${leaseId}
    returning id`.execute(db);
  return rows.length > 0;
}

/** Lists exports whose file can be deleted: expired ones that no node makes, and those of deleted users. */
export async function listExpiredExports(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from data_export
    where (expires_at <= ${now} or user_id is null) and (lease_expires_at is null or lease_expires_at <= ${now})
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes exports whose files are deleted. */
export async function deleteExportRows(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('data_export').where('id', 'in', ids).execute();
}

/** Counts what makes an archive large: entries, each a record and a file, and media. */
export async function countExportedItems(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ items: number }>`
    select (
      2 * (select count(*) from journal_entry where user_id = ${userId})
      + (select count(*) from journal_entry where user_id = ${userId} and background_key is not null)
      + (select count(*) from photo where user_id = ${userId})
      + (select count(*) from trash where user_id = ${userId} and record ->> 'background_key' is not null)
      + (select count(*) from check_in where user_id = ${userId} and photo_key is not null)
      + (select count(*) from tone_pack_image join tone_pack on tone_pack.id = pack_id where owner_id = ${userId})
    )::integer as items`.execute(db);
  return rows[0]?.items ?? 0;
}

export function findExportQueue(db: Db): Promise<QueueState> {
  return findQueueState(db, sql`select created_at from data_export where status = 'queued' order by created_at`);
}
