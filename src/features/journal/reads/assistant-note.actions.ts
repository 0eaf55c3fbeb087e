import { replaceMentionsWithNames } from '#features/account';
import type { Db } from '#platform/db/database.ts';
import { listNotes, type NoteQuery, type NoteRow } from './assistant-note.store.ts';

/** An entry as the assistant reads it, on behalf of its author only. */
type Note = Omit<NoteRow, 'user_id'>;

/**
 * Reads the newest entries of each of these users, with names in place of mentions. Omits entries written for another day, users who do not consent now,
 * synthetic users and inactive users.
 */
export async function readNotes(
  db: Db,
  userIds: readonly string[],
  query: NoteQuery,
): Promise<ReadonlyMap<string, Note[]>> {
  const notes = new Map<string, Note[]>();
  for (const { user_id, ...row } of await listNotes(db, userIds, query)) {
    const note = { ...row, title: replaceMentionsWithNames(row.title), content: replaceMentionsWithNames(row.content) };
    const own = notes.get(user_id);
    if (own === undefined) notes.set(user_id, [note]);
    else own.push(note);
  }
  return notes;
}
