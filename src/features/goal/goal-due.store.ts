import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { DueGoal } from './goal-due.rules.ts';

/**
 * The next active goals, by date and id, whose target date is from `from` to `to` and whose users were not notified of it. Excludes
 * users who switched off the kind.
 */
export async function listGoalsToNotify(
  db: Db,
  { from, to }: { from: string; to: string },
  after: DueGoal | null,
  limit: number,
): Promise<DueGoal[]> {
  const { rows } = await sql<DueGoal>`
    select goal.id, user_id as "userId", title, target_date as "targetDate", preferences ->> 'timezone' as "timeZone"
    from goal join profile on profile.id = user_id
    where status = 'active' and target_date between ${from} and ${to} and is_active and not is_ai
      and ${after === null ? sql`true` : sql`(target_date, goal.id) > (${after.targetDate}::date, ${after.id}::uuid)`}
      and not exists (
        select from notification
        where notification.user_id = goal.user_id
          and dedupe_key = 'goal_due:' || goal.id || ':' || to_char(target_date, 'YYYY-MM-DD'))
      and not exists (
        select from notification_preference preference
        where preference.user_id = goal.user_id and kind = 'goal_due' and not inbox)
    order by target_date, goal.id limit ${limit}`.execute(db);
  return rows;
}
