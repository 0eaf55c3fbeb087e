import type { Actor } from '#access/actor.ts';
import { lockGoalOf } from '#features/goal';
import { findToday } from '#features/journal';
import { addDays } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { WellbeingDeps } from '../deps.ts';
import { changeRecord, type RecordType, viewOf } from '../record.actions.ts';
import { insertRecord } from '../record.store.ts';
import { type ActionNote, type ActionNoteChange, actionNoteErrors, type NewActionNote } from './action-note.schema.ts';

export const ACTION_NOTE: RecordType<'action_note', ActionNote> = {
  table: 'action_note',
  fieldsOf: ({ content, goal_id, note_date }) => ({ content, goal_id, note_date }),
  notFound: actionNoteErrors.notFound,
};

/**
 * Creates a note, which can link to one of the actor's own goals. It is about today in the actor's time zone by default.
 */
export async function createActionNote(
  deps: WellbeingDeps,
  actor: Actor,
  { content, goal_id = null, note_date }: NewActionNote,
): Promise<ActionNote> {
  const today = await findToday(deps.db, actor.userId, deps.clock.now());
  const date = note_date ?? today;
  requireNotLater(date, today);
  const record = { id: deps.ids.next(), userId: actor.userId, date, now: deps.clock.now() };
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnGoal(tx, actor, goal_id);
    const fields = { content, goal_id, created_date: today };
    return viewOf(ACTION_NOTE, await insertRecord(tx, 'action_note', record, fields));
  });
}

/** Changes the given fields of the actor's own note. A goal of null removes the link. */
export async function changeActionNote(
  deps: WellbeingDeps,
  actor: Actor,
  id: string,
  { content, goal_id, note_date }: ActionNoteChange,
): Promise<ActionNote> {
  if (note_date !== undefined) requireNotLater(note_date, await findToday(deps.db, actor.userId, deps.clock.now()));
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnGoal(tx, actor, goal_id ?? null);
    return changeRecord(ACTION_NOTE, deps, actor, id, { content, goal_id, note_date }, tx);
  });
}

async function requireOwnGoal(tx: Tx, actor: Actor, goalId: string | null): Promise<void> {
  if (goalId !== null && !(await lockGoalOf(tx, actor.userId, goalId))) throw actionNoteErrors.goalNotYours();
}

/** Tomorrow is allowed, because a device can be ahead of the profile. */
function requireNotLater(date: string, today: string): void {
  if (date > addDays(today, 1)) throw actionNoteErrors.dateOutOfRange();
}
