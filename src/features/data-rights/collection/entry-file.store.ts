import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { EntryFacts } from './entry-file.rules.ts';

/** The last entry of a page, in the order of `listEntryFacts`. */
export type EntryPosition = Pick<EntryFacts, 'entry_date' | 'created_at' | 'id'>;

/** Lists what the Markdown files of a user's entries contain, by entry date, at most `limit` after a position. */
export async function listEntryFacts(
  db: Db,
  userId: string,
  after: EntryPosition | null,
  limit: number,
): Promise<EntryFacts[]> {
  const { rows } = await sql<EntryFacts>`
    select entry.id, title, content, mood, tags, entry_date, entry.created_at, entry.updated_at, notebook.name as notebook,
      entry.metadata_visibility, entry.content_visibility,
      'media/backgrounds/' || entry.id || substring(background_key from '\\.[a-z]+$') as background_file,
      array(
        select 'media/photos/' || photo.id || '.webp' from photo
        where photo.entry_id = entry.id and photo.user_id = entry.user_id order by position) as photo_files,
      (select name || coalesce(' – ' || nullif(array_to_string(artist_names, ', '), ''), '')
        from music_track where music_track.id = music_track_id) as music
    from journal_entry entry left join notebook on notebook.id = notebook_id
    where entry.user_id = ${userId}
      and ${after === null ? sql`true` : sql`(entry_date, entry.created_at, entry.id) > (${after.entry_date}, ${after.created_at}, ${after.id})`}
    order by entry_date, entry.created_at, entry.id
    limit ${limit}`.execute(db);
  return rows;
}
