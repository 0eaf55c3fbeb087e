import { sql } from 'kysely';
import type { UserSummary } from '#features/account';
import type { ReadDb } from '#platform/db/database.ts';
import { matchesSearch, type Search } from '#platform/db/search.ts';

/** `name` is null to search by email address only. Users of `hiddenIds` are excluded. */
export type UserSearch = {
  email: string;
  name: { text: string; search: Search } | null;
  hiddenIds: readonly string[];
};

/**
 * The active user with this email address in any case, then active users who share an organization with the searcher and whose name
 * matches, by name. Excludes the searcher.
 */
export async function listFoundUsers(
  db: ReadDb,
  searcherId: string,
  { email, name, hiddenIds }: UserSearch,
  limit: number,
): Promise<UserSummary[]> {
  // A name that is not folded yet is compared as it is.
  const isNamed =
    name === null
      ? sql`false`
      : sql`coalesce(${matchesSearch(sql`search_name`, name.search)}, strpos(lower(full_name), lower(${name.text})) > 0)`;
  const { rows } = await sql<UserSummary>`
    with colleague as materialized (
      select distinct theirs.user_id as id
      from organization_member own join organization_member theirs using (org_id)
      where own.user_id = ${searcherId}
    ), found as (
      select id, true as is_exact from profile where lower(email) = lower(${email})
      union all
      -- A subquery for each name: as a join, PostgreSQL would scan all profiles.
      select id, false from colleague
      where (select ${isNamed} from profile where profile.id = colleague.id)
    )
    select id, full_name, avatar_url, is_ai
    from (select id, bool_or(is_exact) as is_exact from found group by id) candidate join profile using (id)
    where is_active and id <> ${searcherId} and not id = any (${[...hiddenIds]}::uuid[])
    order by is_exact desc, lower(full_name), id
    limit ${limit}`.execute(db);
  return rows;
}
