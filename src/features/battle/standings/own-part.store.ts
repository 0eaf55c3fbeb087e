import { sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';

/** A user's verified chips of a week by team, and their newest team of it. */
export type OwnPart = { teamColor: 'red' | 'blue'; redChips: number; blueChips: number };

/** Finds a user's part in the battle of these days. Undefined if the user was in no chain. */
export async function findOwnPart(db: ReadDb, userId: string, days: readonly string[]): Promise<OwnPart | undefined> {
  const { rows } = await sql<OwnPart>`
    select (array_agg(team_color order by chain.date desc))[1] as "teamColor",
      coalesce(sum(battle_chips_earned) filter (where team_color = 'red'), 0)::integer as "redChips",
      coalesce(sum(battle_chips_earned) filter (where team_color = 'blue'), 0)::integer as "blueChips"
    from chain left join check_in
      on check_in.user_id = chain.user_id and check_in.date = chain.date and check_in.status = 'verified'
    where chain.user_id = ${userId} and chain.date = any (${[...days]}::date[])
    having count(*) > 0`.execute(db);
  return rows[0];
}
