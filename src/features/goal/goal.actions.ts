import type { Actor } from '../../access/actor.ts';
import { paginate } from '../../platform/http/pagination.ts';
import type { GoalDeps } from './deps.ts';
import {
  type Goal,
  type GoalChange,
  type GoalQuery,
  type GoalWithCheckIns,
  goalErrors,
  type NewGoal,
} from './goal.schema.ts';
import { deleteGoal, findGoalOf, type GoalRow, insertGoal, listGoalsOf, updateGoal } from './goal.store.ts';
import { viewOfCheckIn } from './goal-check-in.actions.ts';
import { type GoalProgress, listCheckInsOf, summarizeCheckIns } from './goal-check-in.store.ts';

/** A goal is returned with its newest check-ins. A cursor leads to the others. */
const MAX_CHECK_INS_WITH_GOAL = 500;
const MAX_ACTIVE_GOALS = 100;
const MAX_GOALS_DUE = 20;

export async function createGoal(deps: GoalDeps, actor: Actor, input: NewGoal): Promise<Goal> {
  const goal = await insertGoal(deps.db, {
    id: deps.ids.next(),
    userId: actor.userId,
    title: input.title,
    description: input.description ?? '',
    targetDate: input.target_date ?? null,
    now: deps.clock.now(),
  });
  return viewOf(goal, undefined);
}

/** Lists the actor's own goals, newest first. */
export async function listGoals(
  deps: GoalDeps,
  actor: Actor,
  query: GoalQuery,
): Promise<{ goals: Goal[]; next_cursor: string | null }> {
  const { status } = query;
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listGoalsOf(deps.db, actor.userId, { status, after }, limit),
  );
  const progress = await progressOf(deps, actor, rows);
  return { goals: rows.map((row) => viewOf(row, progress.get(row.id))), next_cursor };
}

/** Lists the actor's newest active goals without a check-in today, at most 20 of the newest 100. Costs two statements. */
export async function listGoalsDue(deps: GoalDeps, actor: Actor): Promise<Goal[]> {
  const filter = { status: 'active' as const, after: null };
  const rows = await listGoalsOf(deps.db, actor.userId, filter, MAX_ACTIVE_GOALS);
  const progress = await progressOf(deps, actor, rows);
  return rows
    .filter(({ id }) => progress.get(id)?.is_checked_in_today !== true)
    .slice(0, MAX_GOALS_DUE)
    .map((row) => viewOf(row, progress.get(row.id)));
}

/**
 * Reads the actor's own goal with its newest check-ins.
 * @throws {goal.not-found}
 */
export async function readGoal(deps: GoalDeps, actor: Actor, id: string): Promise<GoalWithCheckIns> {
  const goal = await findGoalOf(deps.db, actor.userId, id);
  if (goal === undefined) throw goalErrors.notFound();
  const { rows, next_cursor } = await paginate({ limit: MAX_CHECK_INS_WITH_GOAL }, (after, limit) =>
    listCheckInsOf(deps.db, id, after, limit),
  );
  const progress = await progressOf(deps, actor, [goal]);
  return {
    ...viewOf(goal, progress.get(goal.id)),
    check_ins: rows.map(viewOfCheckIn),
    check_ins_next_cursor: next_cursor,
  };
}

/**
 * Changes the given fields of the actor's own goal. A target date of null clears it.
 * @throws {goal.not-found}
 */
export async function changeGoal(deps: GoalDeps, actor: Actor, id: string, change: GoalChange): Promise<Goal> {
  const { title, description, target_date: targetDate, status } = change;
  const values = { title, description, targetDate, status };
  const goal = await updateGoal(deps.db, actor.userId, id, values, deps.clock.now());
  if (goal === undefined) throw goalErrors.notFound();
  return viewOf(goal, (await progressOf(deps, actor, [goal])).get(goal.id));
}

/**
 * Deletes the actor's own goal with its check-ins.
 * @throws {goal.not-found}
 */
export async function removeGoal(deps: GoalDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteGoal(deps.db, actor.userId, id))) throw goalErrors.notFound();
}

async function progressOf(
  { db, clock }: GoalDeps,
  { userId }: Actor,
  goals: readonly GoalRow[],
): Promise<ReadonlyMap<string, GoalProgress>> {
  if (goals.length === 0) return new Map();
  const ids = goals.map(({ id }) => id);
  return summarizeCheckIns(db, userId, ids, clock.now());
}

function viewOf(row: GoalRow, progress: GoalProgress | undefined): Goal {
  return {
    id: row.id,
    user_id: row.user_id,
    title: row.title,
    description: row.description,
    target_date: row.target_date,
    status: row.status,
    check_in_count: progress?.check_in_count ?? 0,
    last_check_in: progress === undefined ? null : viewOfLast(progress.last_check_in),
    done_this_week: progress?.done_this_week ?? false,
    streak: progress?.streak ?? 0,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function viewOfLast({ id, status, created_at }: GoalProgress['last_check_in']): Goal['last_check_in'] {
  return { id, status, created_at: created_at.toISOString() };
}
