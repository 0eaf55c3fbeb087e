import { withClient } from '../cluster.ts';

export const TILES = 10_000;

/** Puts users into the chains of a date, of both teams and in all states. */
export async function plantCrowd(url: string, date: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `with people as (
         insert into profile (id, full_name, role_changed_at, created_at, updated_at)
         select gen_random_uuid(), 'Person ' || number, now(), now(), now() from generate_series(1, $2::int) as number
         returning id, full_name
       ), chains as (
         insert into chain (id, date, user_id, team_color, match_group, created_at)
         select gen_random_uuid(), $1::date, id, case when right(full_name, 1) < '5' then 'red' else 'blue' end, 'a city', now()
         from people
         returning id, user_id
       )
       insert into check_in (id, user_id, chain_id, date, timezone, activity_type, within_window, photo_timestamp, status,
         continues_chain, battle_chips_earned, created_at)
       select gen_random_uuid(), people.id, chains.id, $1::date, 'UTC', 'walk', true, now(), 'verified', false, 1, now()
       from people join chains on chains.user_id = people.id where left(right(full_name, 2), 1) < '7'`,
      [date, TILES],
    );
    await client.query('vacuum analyze chain, check_in, profile');
  });
}
