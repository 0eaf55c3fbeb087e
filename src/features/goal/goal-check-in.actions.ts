import type { Actor } from '../../access/actor.ts';
import { type PageQuery, paginate } from '../../platform/http/pagination.ts';
import type { GoalDeps } from './deps.ts';
import { goalErrors } from './goal.schema.ts';
import { findGoalOf } from './goal.store.ts';
import { type GoalCheckIn, goalCheckInErrors, type NewGoalCheckIn } from './goal-check-in.schema.ts';
import { deleteCheckIn, type GoalCheckInRow, insertCheckIn, listCheckInsOf } from './goal-check-in.store.ts';

/**
 * Adds a check-in to the actor's own goal of any status.
 * @throws {goal.not-found}
 */
export async function checkIn(
  deps: GoalDeps,
  actor: Actor,
  goalId: string,
  input: NewGoalCheckIn,
): Promise<GoalCheckIn> {
  const added = await insertCheckIn(deps.db, {
    id: deps.ids.next(),
    goalId,
    userId: actor.userId,
    status: input.status,
    notes: input.notes ?? '',
    now: deps.clock.now(),
  });
  if (added === undefined) throw goalErrors.notFound();
  return viewOfCheckIn(added);
}

/**
 * Lists the check-ins of the actor's own goal, newest first.
 * @throws {goal.not-found}
 */
export async function listCheckIns(
  deps: GoalDeps,
  actor: Actor,
  goalId: string,
  query: PageQuery,
): Promise<{ check_ins: GoalCheckIn[]; next_cursor: string | null }> {
  if ((await findGoalOf(deps.db, actor.userId, goalId)) === undefined) throw goalErrors.notFound();
  const { rows, next_cursor } = await paginate(query, (after, limit) => listCheckInsOf(deps.db, goalId, after, limit));
  return { check_ins: rows.map(viewOfCheckIn), next_cursor };
}

/**
 * Deletes a check-in of the actor's own goal.
 * @throws {goal.not-found}
 * @throws {goal.check-in-not-found}
 */
export async function removeCheckIn(deps: GoalDeps, actor: Actor, goalId: string, id: string): Promise<void> {
  if (await deleteCheckIn(deps.db, actor.userId, goalId, id)) return;
  const goal = await findGoalOf(deps.db, actor.userId, goalId);
  throw goal === undefined ? goalErrors.notFound() : goalCheckInErrors.notFound();
}

export function viewOfCheckIn(row: GoalCheckInRow): GoalCheckIn {
  return {
    id: row.id,
    goal_id: row.goal_id,
    status: row.status,
    notes: row.notes,
    created_at: row.created_at.toISOString(),
  };
}
