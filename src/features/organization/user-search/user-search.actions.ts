import type { Actor } from '#access/actor.ts';
import type { UserSummary } from '#features/account';
import { listBlockedWith } from '#features/account';
import type { OrganizationDeps } from '../deps.ts';
import { parseUserSearch } from './user-search.rules.ts';
import type { UserSearchQuery } from './user-search.schema.ts';
import { listFoundUsers } from './user-search.store.ts';

const MAX_FOUND = 10;

/**
 * Finds a user by exact email address, or users of the actor's organizations by the beginnings of names. Excludes blocked pairs, and
 * does not return email addresses.
 */
export async function searchUsers(
  deps: Pick<OrganizationDeps, 'read'>,
  actor: Actor,
  { q }: UserSearchQuery,
): Promise<UserSummary[]> {
  return deps.read(async (db) => {
    const hiddenIds = await listBlockedWith(db, actor.userId);
    return listFoundUsers(db, actor.userId, { ...parseUserSearch(q), hiddenIds }, MAX_FOUND);
  });
}
