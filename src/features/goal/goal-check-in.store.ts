import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { GoalCheckIn } from '../../platform/db/tables.generated.ts';

export type GoalCheckInRow = Selectable<GoalCheckIn>;

/** The newest check-ins of a goal whose owner has been asked for already. */
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
 * Adds a check-in to the owner's goal; undefined where they have no such goal. The lock waits for a deletion that is under
 * way, which would be an error of the foreign key else.
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

/** True where the owner's goal had this check-in. */
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
