import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** A user in a chain of a week, with their first colour of the week and the chips they earned for it. */
export type Fighter = { userId: string; teamColor: 'red' | 'blue'; chips: number };

/** Lists the users in a chain on these days, by id, from the one after `after`. */
export async function listFighters(
  db: Db,
  days: readonly string[],
  after: string | null,
  limit: number,
): Promise<Fighter[]> {
  const dates = sql`${[...days]}::date[]`;
  // The first users of all days are among the first users of each day, so the cost of a batch does not depend on the total.
  const { rows } = await sql<Fighter>`
    with fighter as (
      select distinct one.user_id
      from unnest(${dates}) as day (date) cross join lateral (
        select user_id from chain
        where chain.date = day.date and user_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
        order by user_id limit ${limit}
      ) as one
      order by one.user_id limit ${limit}
    )
    select user_id as "userId", "teamColor", chips
    from fighter cross join lateral (
      select (array_agg(team_color order by chain.date))[1] as "teamColor",
        coalesce(sum(battle_chips_earned), 0)::integer as chips
      from chain left join check_in
        on check_in.user_id = chain.user_id and check_in.date = chain.date and check_in.status = 'verified'
      where chain.user_id = fighter.user_id and chain.date = any (${dates})
    ) as given
    order by user_id`.execute(db);
  return rows;
}
