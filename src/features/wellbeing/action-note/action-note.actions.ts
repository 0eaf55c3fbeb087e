import type { Actor } from '#access/actor.ts';
import { lockGoalOf } from '#features/goal';
import { findToday } from '#features/journal';
import { addDays } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { paginate } from '#platform/http/pagination.ts';
import type { WellbeingDeps } from '../deps.ts';
import { deleteRecordOf, listRecordsOf } from '../record.store.ts';
import {
  type ActionNote,
  type ActionNoteChange,
  type ActionNoteQuery,
  actionNoteErrors,
  type NewActionNote,
} from './action-note.schema.ts';
import { type ActionNoteRow, insertActionNote, updateActionNote } from './action-note.store.ts';

/**
 * Creates a note, which can link to one of the actor's own goals. It is about today in the actor's time zone by default.
 */
export async function createActionNote(deps: WellbeingDeps, actor: Actor, input: NewActionNote): Promise<ActionNote> {
  const today = await findToday(deps.db, actor.userId, deps.clock.now());
  const noteDate = input.note_date ?? today;
  requireNotLater(noteDate, today);
  const note = {
    id: deps.ids.next(),
    userId: actor.userId,
    content: input.content,
    goalId: input.goal_id ?? null,
    noteDate,
    today,
    now: deps.clock.now(),
  };
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnGoal(tx, actor, note.goalId);
    return viewOf(await insertActionNote(tx, note));
  });
}

/** Lists the actor's own notes, newest first. */
export async function listActionNotes(
  deps: WellbeingDeps,
  actor: Actor,
  query: ActionNoteQuery,
): Promise<{ action_notes: ActionNote[]; next_cursor: string | null }> {
  const { from, to, goal_id: goalId } = query;
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listRecordsOf(deps.db, 'action_note', actor.userId, { from, to, goalId, after }, limit),
  );
  return { action_notes: rows.map(viewOf), next_cursor };
}

/** Changes the given fields of the actor's own note. A goal of null removes the link. */
export async function changeActionNote(
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  change: ActionNoteChange,
): Promise<ActionNote> {
  const { content, goal_id: goalId, note_date: noteDate } = change;
  if (noteDate !== undefined) requireNotLater(noteDate, await findToday(deps.db, actor.userId, deps.clock.now()));
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnGoal(tx, actor, goalId ?? null);
    const note = await updateActionNote(tx, actor.userId, id, { content, goalId, noteDate }, deps.clock.now());
    if (note === undefined) throw actionNoteErrors.notFound();
    return viewOf(note);
  });
}

export async function removeActionNote(deps: WellbeingDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteRecordOf(deps.db, 'action_note', actor.userId, id))) throw actionNoteErrors.notFound();
}

async function requireOwnGoal(tx: Tx, actor: Actor, goalId: string | null): Promise<void> {
  if (goalId !== null && !(await lockGoalOf(tx, actor.userId, goalId))) throw actionNoteErrors.goalNotYours();
}

/** Tomorrow is allowed, because a device can be ahead of the profile. */
function requireNotLater(date: string, today: string): void {
  if (date > addDays(today, 1)) throw actionNoteErrors.dateOutOfRange();
}

function viewOf(row: ActionNoteRow): ActionNote {
  return {
    id: row.id,
    user_id: row.user_id,
    content: row.content,
    goal_id: row.goal_id,
    note_date: row.note_date,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
