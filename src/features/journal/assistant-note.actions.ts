import type { Db } from '../../platform/db/database.ts';
import { withNamesAlone } from '../account/index.ts';
import { listLastChanges, listNotes, type NoteRow } from './assistant-note.store.ts';

/** An entry as the assistant reads it: whoever else may see it, it is read for its author alone. */
type Note = Pick<NoteRow, 'title' | 'content' | 'mood' | 'created_at'>;

/**
 * The own entries of each of these people since then, newest first, `limit` of them at most, and of each text no more than
 * `longest` characters, with names in place of mentions. Whoever does not let the assistant read their notes when they are read
 * is not among them, nor anybody synthetic or blocked.
 */
export async function readNotes(
  db: Db,
  userIds: readonly string[],
  asked: { since: Date; limit: number; longest: number },
): Promise<ReadonlyMap<string, Note[]>> {
  const notes = new Map<string, Note[]>();
  for (const { user_id, ...row } of await listNotes(db, userIds, asked)) {
    const note = { ...row, title: withNamesAlone(row.title), content: withNamesAlone(row.content) };
    const own = notes.get(user_id);
    if (own === undefined) notes.set(user_id, [note]);
    else own.push(note);
  }
  return notes;
}

/** When each of these people last wrote or changed one of the entries that `readNotes` would read. */
export async function lastChangesOfNotes(
  db: Db,
  userIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await listLastChanges(db, userIds, since);
  return new Map(rows.map(({ user_id, changed_at }) => [user_id, changed_at]));
}
