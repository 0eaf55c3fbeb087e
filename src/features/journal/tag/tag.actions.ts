import type { Actor } from '#access/actor.ts';
import type { JournalDeps } from '../deps.ts';
import type { TagList, TagQuery } from './tag.schema.ts';
import { listOwnTags } from './tag.store.ts';

/** Lists the tags of the actor's own entries, most used first, at most 500. */
export async function readTags(
  { read }: Pick<JournalDeps, 'read'>,
  actor: Actor,
  { prefix }: TagQuery,
): Promise<TagList> {
  const rows = await read((db) => listOwnTags(db, actor.userId, prefix));
  const tags = rows.map((row) => ({ ...row, last_used_at: row.last_used_at.toISOString() }));
  return { tags, next_cursor: null };
}
