import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { GoalCheckIn } from '../../platform/db/tables.generated.ts';

export type GoalCheckInRow = Selectable<GoalCheckIn>;

/** Lists the newest check-ins of a goal. The caller has checked its owner. */
export async function listCheckInsOf(
  db: Db,
  goalId: string,
  after: Position | null,
  limit: number,
): Promise<GoalCheckInRow[]> {
  const query = db.selectFrom('goal_check_in').selectAll().where('goal_id', '=', goalId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export type NewCheckInValues = {
  id: string;
  goalId: string;
  userId: string;
  status: string;
  notes: string;
  now: Date;
};

/**
 * Inserts a check-in of the owner's goal. Returns undefined if the owner has no such goal. The lock waits for a concurrent deletion of the
 * goal, which would otherwise violate the foreign key.
 */
export async function insertCheckIn(db: Db, checkIn: NewCheckInValues): Promise<GoalCheckInRow | undefined> {
  const { id, goalId, userId, status, notes, now } = checkIn;
  const { rows } = await sql<GoalCheckInRow>`
    insert into goal_check_in (id, goal_id, status, notes, created_at)
    select ${id}, id, ${status}, ${notes}, ${now} from goal
    where id = ${goalId} and user_id = ${userId}
    for key share
    returning *`.execute(db);
  return rows[0];
}

/** Returns false if the owner's goal has no such check-in. */
export async function deleteCheckIn(db: Db, userId: string, goalId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('goal_check_in')
    .using('goal')
    .whereRef('goal.id', '=', 'goal_check_in.goal_id')
    .where('goal.user_id', '=', userId)
    .where('goal_check_in.goal_id', '=', goalId)
    .where('goal_check_in.id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Counts the `completed` and `partial` check-ins of each user from `from` (inclusive) until `until` (exclusive). Omits users without any.
 */
export async function countGoalProgress(
  db: Db,
  userIds: readonly string[],
  from: Date,
  until: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ user_id: string; steps: number }>`
    select user_id, count(*)::int as steps from goal join goal_check_in on goal_id = goal.id
    where user_id = any (${[...userIds]}::uuid[]) and goal_check_in.status in ('completed', 'partial')
      and goal_check_in.created_at >= ${from} and goal_check_in.created_at < ${until}
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, steps }) => [user_id, steps]));
}
