import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
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
 * Selects a `ReadersRow` for each row of `questions`, which selects `audience` and `within` (`count_readers` of the migrations). A group that
 * was deleted meanwhile has no row.
 */
export function countsOfReaders(
  authorId: string,
  questions: RawBuilder<unknown>,
  maxCount: number,
): RawBuilder<ReadersRow> {
  return sql<ReadersRow>`
    select audience, within, name, count_readers(${authorId}, audience, within, ${maxCount}) as people_count
    from (${questions}) question
    cross join lateral (
      select null as name where audience = '00000000-0000-0000-0000-000000000000'
      union all
      select name from team where id = audience
      union all
      select name from organization where id = audience
    ) named`;
}
