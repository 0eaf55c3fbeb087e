import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Readership } from './audience.rules.ts';

/** `name` is that of the group; null for all users. */
export type ReadersRow = { audience: string; within: string; name: string | null; people_count: number };

/** Counts the readers of each readership, see `countsOfReaders`, in one statement. */
export async function countReaders(
  db: Db,
  authorId: string,
  readerships: readonly Readership[],
  maxCount: number,
): Promise<ReadersRow[]> {
  const question = sql`
    select distinct audience, within
    from unnest(${readerships.map(({ audience }) => audience)}::uuid[], ${readerships.map(({ within }) => within)}::uuid[])
      as question (audience, within)`;
  const { rows } = await sql<ReadersRow>`${countsOfReaders(authorId, question, maxCount)}`.execute(db);
  return rows;
}

/**
 * Selects a `ReadersRow` for each row of `questions`, which selects `audience` and `within`: the number of active users in both, besides
 * the author and at most `maxCount`. Synthetic users do not read. A group that was deleted meanwhile has no row.
 */
export function countsOfReaders(
  authorId: string,
  questions: RawBuilder<unknown>,
  maxCount: number,
): RawBuilder<ReadersRow> {
  const isReader = sql`reader.is_active and not reader.is_ai and reader.id <> ${authorId}`;
  return sql<ReadersRow>`
    with question as materialized (${questions})
    select audience, within, null as name, (
        select count(*) from (select from profile reader where ${isReader} limit ${maxCount}) reader
      )::integer as people_count
    from question
    where audience = '00000000-0000-0000-0000-000000000000'
    union all
    select audience, within, named.name, (
        select count(*) from (
          select from (
            select user_id from team_member where team_id = audience
            union all
            select user_id from organization_member where org_id = audience
          ) member
          join profile reader on reader.id = member.user_id
          where ${isReader} and (within in (audience, '00000000-0000-0000-0000-000000000000')
            or exists (select from team_member where team_id = within and user_id = reader.id)
            or exists (select from organization_member where org_id = within and user_id = reader.id))
          limit ${maxCount}
        ) reader
      )::integer
    from question
    join lateral (
      select name from team where id = audience
      union all
      select name from organization where id = audience
    ) named on true`;
}
