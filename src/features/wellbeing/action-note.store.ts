import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { ActionNote } from '../../platform/db/tables.generated.ts';

export type ActionNoteRow = Selectable<ActionNote>;

export async function listActionNotesOf(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<ActionNoteRow[]> {
  const query = db.selectFrom('action_note').selectAll().where('user_id', '=', userId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export type NewActionNoteValues = {
  id: string;
  userId: string;
  content: string;
  goalId: string | null;
  now: Date;
};

/** The goal, where there is one, has to be held by the transaction. */
export async function insertActionNote(tx: Tx, note: NewActionNoteValues): Promise<ActionNoteRow> {
  const { id, userId, content, goalId, now } = note;
  return tx
    .insertInto('action_note')
    .values({ id, user_id: userId, content, goal_id: goalId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What of a note a change sets. What is undefined stays as it is. */
export type ActionNoteValues = { content?: string | undefined; goalId?: string | null | undefined };

/** Undefined where the owner has no such note. A goal that it names has to be held by the transaction. */
export async function updateActionNote(
  tx: Tx,
  userId: string,
  id: string,
  values: ActionNoteValues,
  now: Date,
): Promise<ActionNoteRow | undefined> {
  const { content, goalId } = values;
  return tx
    .updateTable('action_note')
    .set({
      ...(content !== undefined && { content }),
      ...(goalId !== undefined && { goal_id: goalId }),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** True where the owner had such a note. */
export async function deleteActionNote(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('action_note')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
