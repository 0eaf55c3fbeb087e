import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** `content` is the beginning of a longer text. */
export type NoteRow = { user_id: string; title: string; content: string; mood: string | null; created_at: Date };

/** Whose notes may be read at this very moment. Every statement about notes for the assistant asks for it. */
const LETS_READ_NOTES = sql`person.read_notes_enabled and person.is_active and not person.is_ai`;

/** The newest entries of each of these people, newest first. */
export async function listNotes(
  db: Db,
  userIds: readonly string[],
  { since, limit, longest }: { since: Date; limit: number; longest: number },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select person.id as user_id, note.*
    from profile person
    cross join lateral (
      select title, left(content, ${longest}::integer) as content, mood, created_at
      from journal_entry
      where user_id = person.id and created_at >= ${since}
      order by created_at desc, id desc
      limit ${limit}
    ) note
    where person.id = any (${[...userIds]}::uuid[]) and ${LETS_READ_NOTES}
    order by person.id, note.created_at desc`.execute(db);
  return rows;
}

/** When these people last wrote or changed an entry among those since then; nothing of those without any. */
export async function listLastChanges(
  db: Db,
  userIds: readonly string[],
  since: Date,
): Promise<{ user_id: string; changed_at: Date }[]> {
  const { rows } = await sql<{ user_id: string; changed_at: Date }>`
    select person.id as user_id, max(entry.updated_at) as changed_at
    from profile person
    join journal_entry entry on entry.user_id = person.id and entry.created_at >= ${since}
    where person.id = any (${[...userIds]}::uuid[]) and ${LETS_READ_NOTES}
    group by person.id`.execute(db);
  return rows;
}
