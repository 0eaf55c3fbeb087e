import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';

const MAX_TAGS = 500;

export type TagRow = { tag: string; entry_count: number; last_used_at: Date };

/**
 * Lists the tags of a user's own entries, most used first, at most 500. An entry counts once for each of its tags. Equally frequent
 * tags are ordered by last use, newest first, then by code points.
 */
export async function listOwnTags(db: ReadDb, userId: string, prefix: string | undefined): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select tag, count(distinct entry.id)::integer as entry_count, max(entry.created_at) as last_used_at
    from journal_entry entry cross join unnest(entry.tags) as tag
    where entry.user_id = ${userId}
    group by tag ${startsWith(prefix)}
    order by entry_count desc, last_used_at desc, tag collate "C"
    limit ${sql.lit(MAX_TAGS)}`.execute(db);
  return rows;
}

/** Not `like`: a prefix can contain its wildcards. */
function startsWith(prefix: string | undefined): RawBuilder<unknown> {
  return prefix === undefined ? sql`` : sql`having starts_with(tag_key_1(tag), (select tag_key_1(${prefix})))`;
}
