import type { Db } from '../../platform/db/database.ts';
import { listGoalProgress } from './goal-progress.store.ts';

/**
 * How often these people came nearer to goals of theirs, from an instant until just before another one. Who never did is not in it.
 */
export async function countGoalProgress(
  db: Db,
  userIds: readonly string[],
  from: Date,
  until: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await listGoalProgress(db, userIds, from, until);
  return new Map(rows.map(({ user_id, steps }) => [user_id, steps]));
}
