import type { Actor } from '../../access/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { type GoalDeps, lockOwnGoal } from '../goal/index.ts';
import { type ActionNote, type ActionNoteChange, actionNoteErrors, type NewActionNote } from './action-note.schema.ts';
import {
  type ActionNoteRow,
  deleteActionNote,
  insertActionNote,
  listActionNotesOf,
  updateActionNote,
} from './action-note.store.ts';

export type WellbeingDeps = GoalDeps;

/** Stores a note, about one of the actor's own goals or none, and returns it. Throws `action-note.goal-not-yours`. */
export async function createActionNote(deps: WellbeingDeps, actor: Actor, input: NewActionNote): Promise<ActionNote> {
  const note = {
    id: deps.ids.next(),
    userId: actor.userId,
    content: input.content,
    goalId: input.goal_id ?? null,
    now: deps.clock.now(),
  };
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnGoal(tx, actor, note.goalId);
    return viewOf(await insertActionNote(tx, note));
  });
}

/** The actor's own notes, newest first. */
export async function listActionNotes(
  deps: WellbeingDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ action_notes: ActionNote[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listActionNotesOf(deps.db, actor.userId, after, limit + 1), limit);
  return { action_notes: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/**
 * Changes what the owner names; a goal of null takes the note off its goal. Throws `action-note.not-found` or
 * `action-note.goal-not-yours`.
 */
export async function changeActionNote(
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  change: ActionNoteChange,
): Promise<ActionNote> {
  const { content, goal_id: goalId } = change;
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnGoal(tx, actor, goalId ?? null);
    const note = await updateActionNote(tx, actor.userId, id, { content, goalId }, deps.clock.now());
    if (note === undefined) throw actionNoteErrors.notFound();
    return viewOf(note);
  });
}

/** Throws `action-note.not-found`. */
export async function removeActionNote(deps: WellbeingDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteActionNote(deps.db, actor.userId, id))) throw actionNoteErrors.notFound();
}

async function requireOwnGoal(tx: Tx, actor: Actor, goalId: string | null): Promise<void> {
  if (goalId !== null && !(await lockOwnGoal(tx, actor, goalId))) throw actionNoteErrors.goalNotYours();
}

function viewOf(row: ActionNoteRow): ActionNote {
  return {
    id: row.id,
    user_id: row.user_id,
    content: row.content,
    goal_id: row.goal_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
