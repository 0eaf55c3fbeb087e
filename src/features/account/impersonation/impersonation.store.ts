import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { Impersonation as ImpersonationTable } from '#platform/db/tables.generated.ts';
import type { ImpersonationFacts } from './impersonation.rules.ts';

export type ImpersonationRow = Selectable<ImpersonationTable>;

export type NewImpersonationValues = {
  id: string;
  adminId: string;
  targetId: string;
  reason: string;
  now: Date;
  expiresAt: Date;
};

export async function insertImpersonation(tx: Tx, values: NewImpersonationValues): Promise<void> {
  const { id, adminId, targetId, reason, now, expiresAt } = values;
  await tx
    .insertInto('impersonation')
    .values({ id, admin_id: adminId, target_id: targetId, reason, created_at: now, expires_at: expiresAt })
    .execute();
}

/** An impersonation with all facts that decide whether it is valid, in one query. */
export async function findImpersonation(
  db: Db,
  id: string,
): Promise<{ adminId: string; targetId: string; isAddressVerified: boolean; facts: ImpersonationFacts } | undefined> {
  const row = await db
    .selectFrom('impersonation')
    .innerJoin('profile as admin', 'admin.id', 'impersonation.admin_id')
    .innerJoin('profile as target', 'target.id', 'impersonation.target_id')
    .select(['admin_id', 'target_id', 'impersonation.created_at', 'expires_at', 'ended_at'])
    .select(['admin.role as admin_role', 'admin.role_changed_at as admin_since', 'admin.is_active as admin_is_active'])
    .select(['target.role as target_role', 'target.role_changed_at as target_since'])
    .select(['target.is_active as target_is_active', 'target.email_verified'])
    .where('impersonation.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const facts = {
    startedAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    admin: { role: row.admin_role, roleChangedAt: row.admin_since, isActive: row.admin_is_active },
    target: { role: row.target_role, roleChangedAt: row.target_since, isActive: row.target_is_active },
  };
  return { adminId: row.admin_id, targetId: row.target_id, isAddressVerified: row.email_verified, facts };
}

/** Ends an impersonation. Returns false if it has ended already. */
export async function claimEnd(tx: Tx, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('impersonation')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends the running impersonations by a user and of a user. */
export async function updateEndOfImpersonations(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('impersonation')
    .set({ ended_at: now })
    .where((or) => or.or([or('admin_id', '=', userId), or('target_id', '=', userId)]))
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .execute();
}

export async function listImpersonationRows(
  db: Db,
  after: Position | null,
  limit: number,
): Promise<ImpersonationRow[]> {
  const query = db.selectFrom('impersonation').selectAll();
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
