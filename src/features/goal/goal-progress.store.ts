import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** How often these people came nearer to goals of theirs, from an instant until just before another one. */
export async function listGoalProgress(
  db: Db,
  userIds: readonly string[],
  from: Date,
  until: Date,
): Promise<{ user_id: string; steps: number }[]> {
  const { rows } = await sql<{ user_id: string; steps: number }>`
    select user_id, count(*)::int as steps from goal join goal_check_in on goal_id = goal.id
    where user_id = any (${[...userIds]}::uuid[]) and goal_check_in.status in ('completed', 'partial')
      and goal_check_in.created_at >= ${from} and goal_check_in.created_at < ${until}
    group by user_id`.execute(db);
  return rows;
}
