import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { ProfileRow } from './account.store.ts';

/** Everybody, or those whose name or address contains the text, whatever its case. */
export async function listProfiles(
  tx: Tx,
  search: string | undefined,
  after: Position | null,
  limit: number,
): Promise<ProfileRow[]> {
  let query = tx.selectFrom('profile').selectAll();
  if (search !== undefined) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where((or) => or.or([or('full_name', 'ilike', pattern), or('email', 'ilike', pattern)]));
    // One plan for all texts would read everybody in the order of time; for a rare text the index is 20 times faster.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
  }
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/**
 * Holds this person and everybody who can administer as they are until the transaction ends, so that of several who take
 * each other's standing away one is left. Rows are locked in the order of their ids; writes that only refer to these people
 * do not wait.
 */
export async function lockPersonAndAdministrators(
  tx: Tx,
  id: string,
): Promise<{ person: ProfileRow | undefined; administrators: string[] }> {
  const rows = await tx
    .selectFrom('profile')
    .selectAll()
    .select(sql<boolean>`id = ${id}`.as('is_asked_for'))
    .where((or) => or.or([or('id', '=', id), or.and([or('role', '=', 'super_admin'), or('is_active', '=', true)])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return {
    person: rows.find((row) => row.is_asked_for),
    administrators: rows.filter((row) => row.role === 'super_admin' && row.is_active).map((row) => row.id),
  };
}

/** What is set of a person; a role together with since when it holds. */
export type StandingValues =
  | { role: ProfileRow['role']; role_changed_at: Date }
  | { is_active: boolean; is_classroom: boolean };

export async function updateStanding(tx: Tx, id: string, values: StandingValues, now: Date): Promise<ProfileRow> {
  return tx
    .updateTable('profile')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
