import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { idFits } from '#platform/db/partitions.ts';
import type { AuditLog } from '#platform/db/tables.generated.ts';
import type { AuditRecord } from './audit.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'audit_log.details': AuditRecord['details'];
  }
}

export type AuditRow = Selectable<AuditLog>;

/** One event with several subjects. `ids` are the ids of the rows, one for each subject. */
export type AuditRecords = {
  ids: readonly string[];
  actorId: string | null;
  onBehalfOf: string | null;
  action: string;
  subjectType: string;
  subjectIds: readonly string[];
  details: object;
  now: Date;
};

export async function insertAuditRecords(db: Db | Tx, records: AuditRecords): Promise<void> {
  const { ids, actorId, onBehalfOf, action, subjectType, subjectIds, details, now } = records;
  await sql`
    insert into audit_log (id, actor_id, on_behalf_of, action, subject_type, subject_id, details, created_at)
    select id, ${actorId}, ${onBehalfOf}, ${action}, ${subjectType}, subject_id, ${JSON.stringify(details)}, ${now}
    from unnest(${[...ids]}::uuid[], ${[...subjectIds]}::uuid[]) as record (id, subject_id)`.execute(db);
}

export type AuditFilter = {
  actorId: string | undefined;
  subjectId: string | undefined;
  action: string | undefined;
  /** Instants, both inclusive. */
  from: string | undefined;
  to: string | undefined;
};

export async function listAuditRecords(
  db: Db,
  { actorId, subjectId, action, from, to }: AuditFilter,
  after: Position | null,
  limit: number,
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit_log').selectAll();
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where(sql<boolean>`created_at >= ${from}`);
  if (to !== undefined) query = query.where(sql<boolean>`created_at <= ${to}`);
  const until = after?.createdAt ?? (to === undefined ? undefined : new Date(to));
  query = query.where(idFits({ from: from === undefined ? undefined : new Date(from), until }));
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
