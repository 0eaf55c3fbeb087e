import { type Actor, humanBehind } from '#access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { AccountDeps } from '../deps.ts';
import type { AuditQuery, AuditRecord } from './audit.schema.ts';
import { type AuditRow, insertAuditRecords, listAuditRecords } from './audit.store.ts';

/**
 * A privileged action. `action` is a stable `area.verb`. `details` say what the subjects do not; they contain no text written by
 * users.
 */
export type AuditEvent = {
  action: string;
  subjectType: string;
  subjectIds: readonly string[];
  details?: Record<string, unknown>;
};

/** The subject of an event that concerns all users. */
export const ALL_USERS_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Records an audit event, one row for each subject. Call it in the transaction of the action, if there is one. The actor is null
 * for commands on the server.
 */
export async function recordAudit(
  deps: Pick<AccountDeps, 'clock' | 'ids'>,
  db: Db | Tx,
  actor: Actor | null,
  event: AuditEvent,
): Promise<void> {
  await insertAuditRecords(db, {
    ...event,
    details: event.details ?? {},
    ids: event.subjectIds.map(() => deps.ids.next()),
    actorId: actor && humanBehind(actor),
    onBehalfOf: actor === null || actor.impersonatorId === null ? null : actor.userId,
    now: deps.clock.now(),
  });
}

/** The audit events that match the query, newest first. */
export async function listAuditLog(
  deps: Pick<AccountDeps, 'db'>,
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
