import type { Selectable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ActionNote } from '#platform/db/tables.generated.ts';

export type ActionNoteRow = Selectable<ActionNote>;

export type NewActionNoteValues = {
  id: string;
  userId: string;
  content: string;
  goalId: string | null;
  noteDate: string;
  /** Today in the user's time zone. */
  today: string;
  now: Date;
};

/** The transaction must have locked the goal. */
export async function insertActionNote(tx: Tx, note: NewActionNoteValues): Promise<ActionNoteRow> {
  const { id, userId, content, goalId, noteDate, today, now } = note;
  return tx
    .insertInto('action_note')
    .values({
      id,
      user_id: userId,
      content,
      goal_id: goalId,
      note_date: noteDate,
      created_date: today,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined keeps the value. */
export type ActionNoteValues = {
  content?: string | undefined;
  goalId?: string | null | undefined;
  noteDate?: string | undefined;
};

/** Returns undefined if the owner has no such note. The transaction must have locked the goal. */
export async function updateActionNote(
  tx: Tx,
  userId: string,
  id: string,
  values: ActionNoteValues,
  now: Date,
): Promise<ActionNoteRow | undefined> {
  const { content, goalId, noteDate } = values;
  return tx
    .updateTable('action_note')
    .set({ content, goal_id: goalId, note_date: noteDate, updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}
