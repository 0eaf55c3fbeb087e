import type { Actor } from '#access/actor.ts';
import { findToday } from '#features/journal';
import { addDays } from '#platform/days/calendar-date.ts';
import { executeRead } from '#platform/db/read.ts';
import type { ExpectedVersions } from '#platform/db/record-version.ts';
import { inOrderOf, listChanges } from '#platform/http/changes.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import { recordErrors } from '#platform/http/records.ts';
import type { GoalDeps } from './deps.ts';
import { goalErrors } from './goal.schema.ts';
import { findGoalOf } from './goal.store.ts';
import {
  type GoalCheckIn,
  type GoalCheckInChange,
  goalCheckInErrors,
  type NewGoalCheckIn,
  type OwnGoalCheckInList,
  type OwnGoalCheckInQuery,
} from './goal-check-in.schema.ts';
import {
  type CheckInPath,
  deleteCheckIn,
  findCheckInOf,
  type GoalCheckInRow,
  insertCheckIn,
  listCheckInsWithIds,
  selectCheckInsOf,
  updateCheckIn,
} from './goal-check-in.store.ts';

/** Adds a check-in to the actor's own goal of any status. It is about today in the actor's time zone by default. */
export async function checkIn(
  deps: GoalDeps,
  actor: Actor,
  goalId: string,
  input: NewGoalCheckIn,
): Promise<GoalCheckIn> {
  const today = await findToday(deps.db, actor.userId, deps.clock.now());
  const checkInDate = input.check_in_date ?? today;
  requireNotLater(checkInDate, today);
  const added = await insertCheckIn(deps.db, {
    id: input.id ?? deps.ids.next(),
    goalId,
    userId: actor.userId,
    status: input.status,
    notes: input.notes ?? '',
    checkInDate,
    today,
    now: deps.clock.now(),
  });
  if (added !== undefined) return viewOfCheckIn(added);
  await requireGoal(deps, actor, goalId);
  throw recordErrors.idTaken();
}

/** Lists the check-ins of the actor's own goal, newest first. */
export async function listCheckIns(
  deps: GoalDeps,
  actor: Actor,
  goalId: string,
  query: PageQuery,
): Promise<{ check_ins: GoalCheckIn[]; next_cursor: string | null }> {
  await requireGoal(deps, actor, goalId);
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    executeRead(deps.db, selectCheckInsOf(deps.db, { userId: actor.userId, goalId }, after, limit)),
  );
  return { check_ins: rows.map(viewOfCheckIn), next_cursor };
}

/** Lists the actor's check-ins of all goals, newest first, or with `updated_since` their changes. */
export async function listOwnCheckIns(
  deps: GoalDeps,
  actor: Actor,
  { updated_since, ...query }: OwnGoalCheckInQuery,
): Promise<OwnGoalCheckInList> {
  const { userId } = actor;
  if (updated_since === undefined) {
    const list = await paginate(query, (after, limit) =>
      executeRead(deps.db, selectCheckInsOf(deps.db, { userId }, after, limit)),
    );
    return { check_ins: list.rows.map(viewOfCheckIn), next_cursor: list.next_cursor };
  }
  const { changedIds, page } = await listChanges(deps.db, { table: 'goal_check_in' }, userId, {
    ...query,
    updated_since,
  });
  const rows = await listCheckInsWithIds(deps.db, userId, changedIds);
  return { check_ins: inOrderOf(changedIds, rows).map(viewOfCheckIn), ...page };
}

/** Changes the given fields of a check-in of the actor's own goal. */
export async function changeCheckIn(
  deps: GoalDeps,
  actor: Actor,
  path: CheckInPath,
  change: GoalCheckInChange,
  expected: ExpectedVersions = null,
): Promise<GoalCheckIn> {
  const { status, notes, check_in_date: checkInDate } = change;
  if (checkInDate !== undefined) requireNotLater(checkInDate, await findToday(deps.db, actor.userId, deps.clock.now()));
  const values = { status, notes, checkInDate };
  const changed = await updateCheckIn(deps.db, actor.userId, path, expected, values, deps.clock.now());
  if (changed === undefined) throw await changeError(deps, actor, path);
  return viewOfCheckIn(changed);
}

/** Deletes a check-in of the actor's own goal. */
export async function removeCheckIn(
  deps: GoalDeps,
  actor: Actor,
  path: CheckInPath,
  expected: ExpectedVersions = null,
): Promise<void> {
  if (!(await deleteCheckIn(deps.db, actor.userId, path, expected))) throw await changeError(deps, actor, path);
}

/** The error of a write that found no check-in of the expected version. */
async function changeError(deps: GoalDeps, actor: Actor, path: CheckInPath): Promise<Error> {
  const checkIn = await findCheckInOf(deps.db, actor.userId, path);
  if (checkIn !== undefined) return recordErrors.changed({ current: viewOfCheckIn(checkIn) });
  await requireGoal(deps, actor, path.id);
  return goalCheckInErrors.notFound();
}

async function requireGoal(deps: GoalDeps, actor: Actor, id: string): Promise<void> {
  if ((await findGoalOf(deps.db, actor.userId, id)) === undefined) throw goalErrors.notFound();
}

/** Tomorrow is allowed, because a device can be ahead of the profile. */
function requireNotLater(date: string, today: string): void {
  if (date > addDays(today, 1)) throw goalCheckInErrors.dateOutOfRange();
}

export function viewOfCheckIn(row: GoalCheckInRow): GoalCheckIn {
  return {
    id: row.id,
    goal_id: row.goal_id,
    status: row.status,
    notes: row.notes,
    check_in_date: row.check_in_date,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
