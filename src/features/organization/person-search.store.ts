import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { FoundPerson } from './person-search.schema.ts';

/** What to look for, and who is not found by anything. A name of null looks for none. */
export type PersonSearch = { email: string; name: string | null; hiddenIds: readonly string[] };

/**
 * Active people but the one who searches and those who are hidden: whoever has exactly this address, then those who share an
 * organization with the searcher and whose name contains the words, by name. Upper and lower case are the same.
 */
export async function listFoundPeople(
  db: Db,
  searcherId: string,
  { email, name, hiddenIds }: PersonSearch,
  limit: number,
): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    with colleague as materialized (
      select distinct theirs.user_id as id
      from organization_member own join organization_member theirs using (org_id)
      where own.user_id = ${searcherId}
    ), found as (
      select id, true as is_exact from profile where lower(email) = lower(${email})
      union all
      -- Each name by itself: as a join, PostgreSQL would read everybody's.
      select id, false from colleague
      where strpos(lower((select full_name from profile where profile.id = colleague.id)), lower(${name})) > 0
    )
    select id, full_name, avatar_url, is_ai
    from (select id, bool_or(is_exact) as is_exact from found group by id) person join profile using (id)
    where is_active and id <> ${searcherId} and not id = any (${[...hiddenIds]}::uuid[])
    order by is_exact desc, lower(full_name), id
    limit ${limit}`.execute(db);
  return rows;
}
