import type { Db } from '../../platform/db/database.ts';
import { listCheckInCounts } from './check-in-count.store.ts';

/** On how many dates, both ends included, these people checked in. Who never did is not in it. */
export async function countCheckIns(
  db: Db,
  userIds: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await listCheckInCounts(db, userIds, from, to);
  return new Map(rows.map(({ user_id, days }) => [user_id, days]));
}
