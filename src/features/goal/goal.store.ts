import { type Expression, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { joinReads, mapRead, type Read, toRead } from '#platform/db/read.ts';
import { type ExpectedVersions, hasVersion } from '#platform/db/record-version.ts';
import type { Goal } from '#platform/db/tables.generated.ts';
import type { GoalStatus } from './goal.schema.ts';
import { type GoalProgress, selectProgress } from './goal-check-in.store.ts';

export type GoalRow = Selectable<Goal>;

export function selectGoalOf(db: Db, userId: string, id: string) {
  return db.selectFrom('goal').selectAll().where('id', '=', id).where('user_id', '=', userId);
}

export async function findGoalOf(db: Db, userId: string, id: string): Promise<GoalRow | undefined> {
  return selectGoalOf(db, userId, id).executeTakeFirst();
}

/** A query for goals. */
export type GoalSelection = Expression<GoalRow>;

export type GoalWithProgress = GoalRow & { progress: GoalProgress | undefined };

/** The goals of a query about one owner's goals, with what their check-ins come to. */
export function selectWithProgress(goals: GoalSelection, userId: string, now: Date): Read<GoalWithProgress[]> {
  const parts = joinReads({
    rows: toRead(goals, { created_at: true, updated_at: true, changed_at: true }),
    progress: selectProgress(goals, userId, now),
  });
  return mapRead(parts, ({ rows, progress }) => rows.map((row) => ({ ...row, progress: progress.get(row.id) })));
}

/** Locks the owner's goal against deletion, so that new rows can refer to it. Returns false if the owner has no such goal. */
export async function lockGoalOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  const goal = await tx
    .selectFrom('goal')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return goal !== undefined;
}

export type GoalFilter = { status: GoalStatus | undefined; after: Position | null };

export function selectGoalsOf(db: Db, userId: string, filter: GoalFilter, limit: number): GoalSelection {
  const { status, after } = filter;
  let query = db.selectFrom('goal').selectAll().where('user_id', '=', userId);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
}

export function selectGoalsWithIds(userId: string, ids: readonly string[]): GoalSelection {
  return sql`select * from goal where id = any (${[...ids]}::uuid[]) and user_id = ${userId}`;
}

export type NewGoalValues = {
  id: string;
  userId: string;
  title: string;
  description: string;
  targetDate: string | null;
  now: Date;
};

/** Returns undefined if the id is taken. */
export async function insertGoal(db: Db, goal: NewGoalValues): Promise<GoalRow | undefined> {
  const { id, userId, title, description, targetDate, now } = goal;
  return db
    .insertInto('goal')
    .values({
      id,
      user_id: userId,
      title,
      description,
      target_date: targetDate,
      status: 'active',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Undefined keeps the value. */
export type GoalValues = {
  title?: string | undefined;
  description?: string | undefined;
  targetDate?: string | null | undefined;
  status?: GoalStatus | undefined;
};

/** Returns undefined if the owner has no such goal of this version. */
export async function updateGoal(
  db: Db,
  userId: string,
  id: string,
  expected: ExpectedVersions,
  values: GoalValues,
  now: Date,
): Promise<GoalRow | undefined> {
  const { title, description, targetDate, status } = values;
  return db
    .updateTable('goal')
    .set({ title, description, target_date: targetDate, status, updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(hasVersion(expected))
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the owner's goal and its check-ins. Returns false if the owner has no such goal of this version. */
export async function deleteGoal(db: Db, userId: string, id: string, expected: ExpectedVersions): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('goal')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(hasVersion(expected))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
