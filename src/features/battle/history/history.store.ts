import { sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';

/** Returns all chips of a user, and the number of completed battles whose winner they earned a chip for. */
export async function findContribution(db: ReadDb, userId: string): Promise<{ chips: number; wins: number }> {
  const { rows } = await sql<{ chips: number; wins: number }>`
    select
      (select coalesce(sum(battle_chips_earned), 0)::integer from check_in where user_id = ${userId} and status = 'verified')
        as chips,
      (select count(distinct week_start_date)
        from check_in join chain using (user_id, date)
        join battle on week_start_date = date - extract(isodow from date)::integer + 1 and winner = team_color
        where user_id = ${userId} and check_in.status = 'verified' and battle_chips_earned > 0
      ) as wins`.execute(db);
  return rows[0] ?? { chips: 0, wins: 0 };
}

/** Lists the dates of a user's check-ins that are not rejected. */
export async function listCheckInDates(db: ReadDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('check_in')
    .select('date')
    .where('user_id', '=', userId)
    .where('status', '<>', 'rejected')
    .execute();
  return rows.map(({ date }) => date);
}
