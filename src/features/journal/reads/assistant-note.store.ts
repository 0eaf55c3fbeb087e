import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** `limit` is for each user. Texts are truncated to `maxLength` characters. */
export type NoteQuery = { since: Date; limit: number; maxLength: number };

export type NoteRow = { user_id: string; title: string; content: string; mood: string | null; created_at: Date };

/** The consent to read notes. Part of each statement, so that a withdrawn consent applies immediately. */
const ALLOWS_READING_NOTES = sql`author.read_notes_enabled and author.is_active and not author.is_ai`;

/** Entries written for another day tell nothing about the last days. Imported ones were not written for the assistant. */
const IS_OF_ITS_DAY = sql`entry_date = created_date and not is_imported`;

/** The newest entries of each of these users, newest first. */
export async function listNotes(
  db: Db,
  userIds: readonly string[],
  { since, limit, maxLength }: NoteQuery,
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select author.id as user_id, note.*
    from profile author
    cross join lateral (
      select title, left(content, ${maxLength}::integer) as content, mood, created_at
      from journal_entry
      where user_id = author.id and created_at >= ${since} and ${IS_OF_ITS_DAY}
      order by created_at desc, id desc
      limit ${limit}
    ) note
    where author.id = any (${[...userIds]}::uuid[]) and ${ALLOWS_READING_NOTES}
    order by author.id, note.created_at desc`.execute(db);
  return rows;
}

/** When each of these users last created or changed an entry of the time since `since`. Omits the users that `readNotes` omits. */
export async function findLastNoteChanges(
  db: Db,
  userIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ user_id: string; changed_at: Date }>`
    select author.id as user_id, max(entry.updated_at) as changed_at
    from profile author
    join journal_entry entry on entry.user_id = author.id and entry.created_at >= ${since} and ${IS_OF_ITS_DAY}
    where author.id = any (${[...userIds]}::uuid[]) and ${ALLOWS_READING_NOTES}
    group by author.id`.execute(db);
  return new Map(rows.map(({ user_id, changed_at }) => [user_id, changed_at]));
}
