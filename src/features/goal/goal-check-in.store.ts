import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { GoalCheckIn } from '../../platform/db/tables.generated.ts';
import type { GoalCheckIn as GoalCheckInView } from './goal-check-in.schema.ts';

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

/** What the check-ins of a goal come to. Dates are those of the owner's time zone. */
export type GoalProgress = {
  check_in_count: number;
  last_check_in: Pick<GoalCheckInView, 'id' | 'status'> & { created_at: Date };
  is_checked_in_today: boolean;
  done_this_week: boolean;
  streak: number;
};

/** Sums up the check-ins of these goals of one owner in one statement. Omits goals without any. */
export async function summarizeCheckIns(
  db: Db,
  userId: string,
  goalIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, GoalProgress>> {
  const { rows } = await sql<
    Omit<GoalProgress, 'last_check_in'> & {
      goal_id: string;
      last_id: string;
      last_status: GoalCheckInView['status'];
      last_created_at: Date;
    }
  >`
    with owner as (
      select zone, (${now}::timestamptz at time zone zone)::date as today
      from (select coalesce(preferences ->> 'timezone', 'UTC') as zone from profile where id = ${userId}) preference
    ),
    check_in as materialized (
      select id, goal_id, status, created_at, (created_at at time zone zone)::date as date,
        status in ('completed', 'partial') as is_done
      from goal_check_in cross join owner where goal_id = any (${[...goalIds]}::uuid[])
    ),
    -- Consecutive dates of a goal have the same run_end.
    done_date as (
      select goal_id, date, date + (row_number() over (partition by goal_id order by date desc))::integer as run_end
      from (select distinct goal_id, date from check_in where is_done) dates
    ),
    streak as (
      select goal_id, count(*)::integer as length from done_date
      group by goal_id, run_end having max(date) >= (select today - 1 from owner)
    ),
    last as (
      select distinct on (goal_id) * from check_in order by goal_id, created_at desc, id desc
    )
    select goal_id, totals.check_in_count, last.id as last_id, last.status as last_status, last.created_at as last_created_at,
      last.date >= today as is_checked_in_today,
      coalesce(last_done >= date_trunc('week', today)::date, false) as done_this_week,
      coalesce(streak.length, 0) as streak
    from (
      select goal_id, count(*)::integer as check_in_count, max(date) filter (where is_done) as last_done
      from check_in group by goal_id
    ) totals
      join last using (goal_id)
      left join streak using (goal_id)
      cross join owner`.execute(db);
  return new Map(
    rows.map(({ goal_id, last_id: id, last_status: status, last_created_at: created_at, ...row }) => [
      goal_id,
      { ...row, last_check_in: { id, status, created_at } },
    ]),
  );
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
