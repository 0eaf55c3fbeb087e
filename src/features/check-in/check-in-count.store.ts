import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** On how many dates, both ends included, these people checked in; rejected check-ins left out. */
export async function listCheckInCounts(
  db: Db,
  userIds: readonly string[],
  from: string,
  to: string,
): Promise<{ user_id: string; days: number }[]> {
  const { rows } = await sql<{ user_id: string; days: number }>`
    select user_id, count(*)::int as days from check_in
    where user_id = any (${[...userIds]}::uuid[]) and date between ${from} and ${to} and status <> 'rejected'
    group by user_id`.execute(db);
  return rows;
}
