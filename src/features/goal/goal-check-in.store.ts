import { type Expression, type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { userDateAt } from '#platform/db/local-time.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import { type ExpectedVersions, hasVersion } from '#platform/db/record-version.ts';
import type { GoalCheckIn } from '#platform/db/tables.generated.ts';
import type { GoalCheckIn as GoalCheckInView } from './goal-check-in.schema.ts';

export type GoalCheckInRow = Selectable<GoalCheckIn>;

/** The newest check-ins of a goal, whose owner the caller has checked, or of a user. */
export function selectCheckInsOf(
  db: Db,
  { userId, goalId }: { userId: string; goalId?: string },
  after: Position | null,
  limit: number,
): Read<GoalCheckInRow[]> {
  const all = db.selectFrom('goal_check_in').selectAll().where('user_id', '=', userId);
  const query = goalId === undefined ? all : all.where('goal_id', '=', goalId);
  const page = query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  return toRead(page, { created_at: true, updated_at: true, changed_at: true });
}

export async function listCheckInsWithIds(db: Db, userId: string, ids: readonly string[]): Promise<GoalCheckInRow[]> {
  const { rows } = await sql<GoalCheckInRow>`
    select * from goal_check_in where id = any (${[...ids]}::uuid[]) and user_id = ${userId}`.execute(db);
  return rows;
}

/** A check-in as the path of a route names it. */
export type CheckInPath = { id: string; checkInId: string };

export async function findCheckInOf(db: Db, userId: string, path: CheckInPath): Promise<GoalCheckInRow | undefined> {
  return db
    .selectFrom('goal_check_in')
    .selectAll()
    .where('id', '=', path.checkInId)
    .where('goal_id', '=', path.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type NewCheckInValues = {
  id: string;
  goalId: string;
  userId: string;
  status: string;
  notes: string;
  checkInDate: string;
  /** Today in the user's time zone. */
  today: string;
  now: Date;
};

/**
 * Inserts a check-in of the owner's goal. Returns undefined if the owner has no such goal or the id is taken. The lock waits for a
 * concurrent deletion of the goal, which would otherwise violate the foreign key.
 */
export async function insertCheckIn(db: Db, checkIn: NewCheckInValues): Promise<GoalCheckInRow | undefined> {
  const { id, goalId, userId, status, notes, checkInDate, today, now } = checkIn;
  const { rows } = await sql<GoalCheckInRow>`
    insert into goal_check_in (id, goal_id, user_id, status, notes, check_in_date, created_date, created_at, updated_at)
    select ${id}, id, user_id, ${status}, ${notes}, ${checkInDate}, ${today}, ${now}, ${now} from goal
    where id = ${goalId} and user_id = ${userId}
    for key share
    on conflict (id) do nothing
    returning *`.execute(db);
  return rows[0];
}

/** Undefined keeps the value. */
export type CheckInValues = {
  status?: GoalCheckInView['status'] | undefined;
  notes?: string | undefined;
  checkInDate?: string | undefined;
};

/** Returns undefined if the owner's goal has no such check-in of this version. */
export async function updateCheckIn(
  db: Db,
  userId: string,
  { id, checkInId }: CheckInPath,
  expected: ExpectedVersions,
  { status, notes, checkInDate }: CheckInValues,
  now: Date,
): Promise<GoalCheckInRow | undefined> {
  return db
    .updateTable('goal_check_in')
    .set({ status, notes, check_in_date: checkInDate, updated_at: now })
    .where('id', '=', checkInId)
    .where('goal_id', '=', id)
    .where('user_id', '=', userId)
    .where(hasVersion(expected))
    .returningAll()
    .executeTakeFirst();
}

/** What the check-ins of a goal come to, by the dates that they are about. The last one is that of the last date. */
export type GoalProgress = {
  check_in_count: number;
  last_check_in: Pick<GoalCheckInView, 'id' | 'status' | 'check_in_date'> & { created_at: Date };
  is_checked_in_today: boolean;
  done_this_week: boolean;
  streak: number;
  best_streak: number;
};

type ProgressRow = Omit<GoalProgress, 'last_check_in'> & {
  goal_id: string;
  last_id: string;
  last_status: GoalCheckInView['status'];
  last_date: string;
  last_created_at: Date;
};

/** What the check-ins of these goals of one owner come to. Omits goals without any. */
export function selectProgress(
  goals: Expression<{ id: string }>,
  userId: string,
  now: Date,
): Read<ReadonlyMap<string, GoalProgress>> {
  const query = sql<ProgressRow>`
    with owner as (
      select today, date_trunc('week', today)::date as monday
      from (
        select ${userDateAt(userId, now)} as today
      ) date
    ),
    check_in as materialized (
      select id, goal_id, status, created_at, check_in_date as date, status in ('completed', 'partial') as is_done
      from goal_check_in where user_id = ${userId} and goal_id = any (array(select id from (${goals}) goal))
    ),
    -- Consecutive dates of a goal have the same run_end.
    done_date as (
      select goal_id, date, date + (row_number() over (partition by goal_id order by date desc))::integer as run_end
      from (select distinct goal_id, date from check_in cross join owner where is_done and date <= today) dates
    ),
    run as (
      select goal_id, count(*)::integer as length, max(date) >= (select today - 1 from owner) as is_current
      from done_date group by goal_id, run_end
    ),
    streak as (
      select goal_id, max(length) as best, max(length) filter (where is_current) as length from run group by goal_id
    ),
    last as (
      select distinct on (goal_id) * from check_in order by goal_id, date desc, created_at desc, id desc
    )
    select goal_id, check_in_count, is_checked_in_today, done_this_week, last.id as last_id, last.status as last_status, last.date as last_date,
      last.created_at as last_created_at, coalesce(streak.length, 0) as streak, coalesce(streak.best, 0) as best_streak
    from (
      select goal_id, count(*)::integer as check_in_count, bool_or(date = today) as is_checked_in_today,
        bool_or(is_done and date between monday and monday + 6) as done_this_week
      from check_in cross join owner group by goal_id
    ) totals
      join last using (goal_id)
      left join streak using (goal_id)`;
  return mapRead(toRead(query, { last_created_at: true }), (rows) => new Map(rows.map(progressOf)));
}

function progressOf({
  goal_id,
  last_id: id,
  last_status: status,
  last_date: check_in_date,
  last_created_at: created_at,
  ...row
}: ProgressRow): [string, GoalProgress] {
  return [goal_id, { ...row, last_check_in: { id, status, check_in_date, created_at } }];
}

/** Returns false if the owner's goal has no such check-in of this version. */
export async function deleteCheckIn(
  db: Db,
  userId: string,
  { id, checkInId }: CheckInPath,
  expected: ExpectedVersions,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('goal_check_in')
    .where('id', '=', checkInId)
    .where('goal_id', '=', id)
    .where('user_id', '=', userId)
    .where(hasVersion(expected))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts the `completed` and `partial` check-ins of each user about the dates of a range (inclusive). Omits users without any. */
export async function countGoalProgress(
  db: Db,
  userIds: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ user_id: string; steps: number }>`
    select user_id, count(*)::int as steps from goal_check_in
    where user_id = any (${[...userIds]}::uuid[]) and status in ('completed', 'partial')
      and check_in_date between ${from}::date and ${to}::date
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, steps }) => [user_id, steps]));
}
