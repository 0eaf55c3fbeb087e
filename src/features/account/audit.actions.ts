import { type Actor, humanBehind } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { Ids } from '../../platform/ids.ts';
import type { AuditQuery, AuditRecord } from './audit.schema.ts';
import { type AuditRow, insertAuditRecords, listAuditRecords } from './audit.store.ts';

export type AuditDeps = { clock: Clock; ids: Ids };
export type AuditLogDeps = { db: Db };

/**
 * What somebody did by privilege: `action` is a stable `area.verb`, done to each of the subjects; `details` say what of it
 * the subjects do not, and hold nothing that somebody wrote.
 */
export type AuditEvent = {
  action: string;
  subjectType: string;
  subjectIds: readonly string[];
  details?: Record<string, unknown>;
};

/** The subject of a deed that concerns everybody. */
export const ALL_USERS_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Writes a privileged deed down, one record for each subject; in the transaction of the deed where there is one. The actor
 * is null where nobody has signed in, as at the machine itself.
 */
export async function recordAudit(deps: AuditDeps, db: Db | Tx, actor: Actor | null, deed: AuditEvent): Promise<void> {
  await insertAuditRecords(db, {
    ...deed,
    details: deed.details ?? {},
    ids: deed.subjectIds.map(() => deps.ids.next()),
    actorId: actor && humanBehind(actor),
    onBehalfOf: actor === null || actor.impersonatorId === null ? null : actor.userId,
    now: deps.clock.now(),
  });
}

/** What has been written down, newest first, as far as it fits the query. */
export async function listAuditLog(
  deps: AuditLogDeps,
  query: AuditQuery,
): Promise<{ records: AuditRecord[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const { actor_id: actorId, subject_id: subjectId, action, from, to } = query;
  const rows = await listAuditRecords(deps.db, { actorId, subjectId, action, from, to }, after, limit + 1);
  const page = toPage(rows, limit);
  return { records: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

function viewOf(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    actor_id: row.actor_id,
    on_behalf_of: row.on_behalf_of,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    details: row.details,
    created_at: row.created_at.toISOString(),
  };
}
