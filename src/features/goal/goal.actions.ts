import type { Actor } from '#access/actor.ts';
import { executeRead, joinReads, mapRead, type Read } from '#platform/db/read.ts';
import type { ExpectedVersions } from '#platform/db/record-version.ts';
import { inOrderOf, listChanges } from '#platform/http/changes.ts';
import { type PageQuery, paginate, toPage, writeCursor } from '#platform/http/pagination.ts';
import { recordErrors, requireNew } from '#platform/http/records.ts';
import type { GoalDeps } from './deps.ts';
import {
  type Goal,
  type GoalChange,
  type GoalList,
  type GoalQuery,
  type GoalWithCheckIns,
  goalErrors,
  type NewGoal,
} from './goal.schema.ts';
import {
  deleteGoal,
  findGoalOf,
  type GoalRow,
  type GoalSelection,
  type GoalWithProgress,
  insertGoal,
  selectGoalOf,
  selectGoalsOf,
  selectGoalsWithIds,
  selectWithProgress,
  updateGoal,
} from './goal.store.ts';
import { viewOfCheckIn } from './goal-check-in.actions.ts';
import { type GoalProgress, selectCheckInsOf, selectProgress } from './goal-check-in.store.ts';

/** A goal is returned with its newest check-ins. A cursor leads to the others. */
const MAX_CHECK_INS_WITH_GOAL = 500;
const MAX_ACTIVE_GOALS = 100;
const MAX_GOALS_OF_DAY = 20;

export async function createGoal(deps: GoalDeps, actor: Actor, input: NewGoal): Promise<Goal> {
  const goal = await insertGoal(deps.db, {
    id: input.id ?? deps.ids.next(),
    userId: actor.userId,
    title: input.title,
    description: input.description ?? '',
    targetDate: input.target_date ?? null,
    now: deps.clock.now(),
  });
  return viewOf({ ...requireNew(goal), progress: undefined });
}

/** Lists the actor's own goals, newest first, or with `updated_since` their changes. */
export async function listGoals(deps: GoalDeps, actor: Actor, query: GoalQuery): Promise<GoalList> {
  const { status, updated_since } = query;
  if (updated_since !== undefined) return listChangedGoals(deps, actor, { ...query, updated_since });
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listWithProgress(deps, actor, selectGoalsOf(deps.db, actor.userId, { status, after }, limit)),
  );
  return { goals: rows.map(viewOf), next_cursor };
}

async function listChangedGoals(
  deps: GoalDeps,
  actor: Actor,
  query: PageQuery & { updated_since: string },
): Promise<GoalList> {
  const { changedIds, page } = await listChanges(deps.db, { table: 'goal' }, actor.userId, query);
  const rows = await listWithProgress(deps, actor, selectGoalsWithIds(actor.userId, changedIds));
  return { goals: inOrderOf(changedIds, rows).map(viewOf), ...page };
}

/** The actor's newest active goals: without a check-in today, and with one. */
export type GoalsOfDay = { due: Goal[]; done: Goal[] };

/** The actor's active goals by whether they have a check-in today, at most 20 of each of the newest 100. */
export function selectGoalsOfDay({ db, clock }: GoalDeps, { userId }: Actor): Read<GoalsOfDay> {
  const active = selectGoalsOf(db, userId, { status: 'active', after: null }, MAX_ACTIVE_GOALS);
  return mapRead(selectWithProgress(active, userId, clock.now()), (rows) => {
    const goalsOf = (isCheckedIn: boolean) =>
      rows
        .filter(({ progress }) => (progress?.is_checked_in_today === true) === isCheckedIn)
        .slice(0, MAX_GOALS_OF_DAY)
        .map(viewOf);
    return { due: goalsOf(false), done: goalsOf(true) };
  });
}

/** Reads the actor's own goal with its newest check-ins. */
export async function readGoal(deps: GoalDeps, actor: Actor, id: string): Promise<GoalWithCheckIns> {
  const goals = selectGoalOf(deps.db, actor.userId, id);
  const reads = {
    goals: selectWithProgress(goals, actor.userId, deps.clock.now()),
    checkIns: selectCheckInsOf(deps.db, { userId: actor.userId, goalId: id }, null, MAX_CHECK_INS_WITH_GOAL + 1),
  };
  const {
    goals: [goal],
    checkIns,
  } = await executeRead(deps.db, joinReads(reads));
  if (goal === undefined) throw goalErrors.notFound();
  const { rows, next } = toPage(checkIns, MAX_CHECK_INS_WITH_GOAL);
  return {
    ...viewOf(goal),
    check_ins: rows.map(viewOfCheckIn),
    check_ins_next_cursor: writeCursor(next),
  };
}

/** Changes the given fields of the actor's own goal. A target date of null clears it. */
export async function changeGoal(
  deps: GoalDeps,
  actor: Actor,
  id: string,
  change: GoalChange,
  expected: ExpectedVersions = null,
): Promise<Goal> {
  const { title, description, target_date: targetDate, status } = change;
  const values = { title, description, targetDate, status };
  const goal = await updateGoal(deps.db, actor.userId, id, expected, values, deps.clock.now());
  if (goal === undefined) throw await changeError(deps, actor, id);
  return viewOfOne(deps, actor, goal);
}

/** Deletes the actor's own goal with its check-ins. */
export async function removeGoal(
  deps: GoalDeps,
  actor: Actor,
  id: string,
  expected: ExpectedVersions = null,
): Promise<void> {
  if (!(await deleteGoal(deps.db, actor.userId, id, expected))) throw await changeError(deps, actor, id);
}

/** The error of a write that found no goal of the expected version. */
async function changeError(deps: GoalDeps, actor: Actor, id: string): Promise<Error> {
  const goal = await findGoalOf(deps.db, actor.userId, id);
  if (goal === undefined) return goalErrors.notFound();
  return recordErrors.changed({ current: await viewOfOne(deps, actor, goal) });
}

async function listWithProgress(
  { db, clock }: GoalDeps,
  { userId }: Actor,
  goals: GoalSelection,
): Promise<GoalWithProgress[]> {
  return executeRead(db, selectWithProgress(goals, userId, clock.now()));
}

async function viewOfOne({ db, clock }: GoalDeps, { userId }: Actor, row: GoalRow): Promise<Goal> {
  const goal = selectGoalOf(db, userId, row.id);
  const progress = await executeRead(db, selectProgress(goal, userId, clock.now()));
  return viewOf({ ...row, progress: progress.get(row.id) });
}

function viewOf({ progress, ...row }: GoalWithProgress): Goal {
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
    best_streak: progress?.best_streak ?? 0,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function viewOfLast({ created_at, ...last }: GoalProgress['last_check_in']): Goal['last_check_in'] {
  return { ...last, created_at: created_at.toISOString() };
}
