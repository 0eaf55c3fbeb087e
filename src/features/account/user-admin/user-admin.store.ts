import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { matchesSearch, type Search, type SearchArm } from '#platform/db/search.ts';
import type { ProfileRow } from '../profile/profile.store.ts';

/** What to look for: the text in email addresses, and the search in names. */
export type ProfileSearch = { text: string; search: Search; arms: readonly SearchArm[] | null };

/**
 * All users whose account is not erased, or those whose name matches or whose email address contains the text, in any case. Newest first.
 */
export async function listProfiles(
  tx: Tx,
  given: ProfileSearch | undefined,
  after: Position | null,
  limit: number,
): Promise<ProfileRow[]> {
  let query = tx.selectFrom('profile').selectAll().where('deleted_at', 'is', null);
  if (given !== undefined) {
    const { text, search, arms } = given;
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const isNamed = matchesSearch(sql`search_name`, search);
    const byKeys = arms?.map(
      ({ keys }) => sql<boolean>`(search_keys_1(search_name) @> ${[...keys]}::text[] and ${isNamed})`,
    );
    // Each is the condition of an index. Names that are not folded yet are few, and signs alone are seldom looked for.
    const hasWords = search.alternatives.length > 0;
    const conditions = [
      ...(byKeys ?? [isNamed]),
      sql`email ilike ${pattern}`,
      hasWords ? sql`(search_name is null and full_name ilike ${pattern})` : sql`full_name ilike ${pattern}`,
    ];
    query = query.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`);
    // A generic plan would scan all users by time. For a rare text the trigram index is 20 times faster.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
  }
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/**
 * Locks a user and all active super admins, so that concurrent demotions leave at least one. Rows are locked in the order of
 * their ids. The lock does not block inserts that reference these users.
 */
export async function lockUserAndSuperAdmins(
  tx: Tx,
  id: string,
): Promise<{ user: ProfileRow | undefined; superAdminIds: string[] }> {
  const rows = await tx
    .selectFrom('profile')
    .selectAll()
    .select(sql<boolean>`id = ${id}`.as('is_requested'))
    .where((or) => or.or([or('id', '=', id), or.and([or('role', '=', 'super_admin'), or('is_active', '=', true)])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return {
    user: rows.find((row) => row.is_requested),
    superAdminIds: rows.filter((row) => row.role === 'super_admin' && row.is_active).map((row) => row.id),
  };
}

export type UserValues =
  | { role: ProfileRow['role']; role_changed_at: Date }
  | { is_active: boolean; is_deactivated: boolean; is_classroom: boolean; photos_inactive_since?: Date | null };

export async function updateUser(tx: Tx, id: string, values: UserValues, now: Date): Promise<ProfileRow> {
  return tx
    .updateTable('profile')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
