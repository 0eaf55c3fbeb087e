import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { SenderStats } from './standings.rules.ts';

type TeamColor = 'red' | 'blue';

type TallyRow =
  | { date: string; team_color: TeamColor; chips: number; members: null }
  | { date: null; team_color: TeamColor; chips: null; members: number };

/** Counts the chips and the people of these days, all as of one moment. */
export async function findSenderStats(db: Db, days: readonly string[]): Promise<SenderStats> {
  const dates = sql`${[...days]}::date[]`;
  // Day by day: what the database expects of any day is right also of days that its statistics have not seen yet.
  const { rows } = await sql<TallyRow>`
    select day.date, team_color, chips, null::integer as members
    from unnest(${dates}) as day (date) cross join lateral (
      select team_color, sum(battle_chips_earned)::integer as chips
      from check_in join chain on chain.user_id = check_in.user_id and chain.date = day.date
      where check_in.date = day.date and check_in.status = 'verified'
      group by team_color
    ) as team
    union all
    select null, team_color, null, count(*)::integer
    from (select distinct team_color, user_id from chain where date = any (${dates})) as member
    group by team_color`.execute(db);
  const membersOf = (color: TeamColor) => rows.find((row) => row.date === null && row.team_color === color)?.members;
  return {
    chips: rows.flatMap((row) =>
      row.date === null ? [] : { date: row.date, teamColor: row.team_color, chips: row.chips },
    ),
    members: { red: membersOf('red') ?? 0, blue: membersOf('blue') ?? 0 },
  };
}

/** Somebody who was in a chain in a week, the colour they had at its start, and the chips they gave it. */
export type Fighter = { userId: string; teamColor: TeamColor; chips: number };

/** The next ones of everybody who was in a chain on these days, by user id. */
export async function listFighters(
  db: Db,
  days: readonly string[],
  after: string | null,
  limit: number,
): Promise<Fighter[]> {
  const dates = sql`${[...days]}::date[]`;
  // The first ones of each day hold the first ones of all days; so a page costs the same however many people there are.
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

/** The chips that somebody has ever won, and the completed battles whose winner they gave one. */
export async function findContribution(db: Db, userId: string): Promise<{ chips: number; wins: number }> {
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

/** The dates for which somebody has checked in, but for those that were rejected. */
export async function listCheckInDates(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('check_in')
    .select('date')
    .where('user_id', '=', userId)
    .where('status', '<>', 'rejected')
    .execute();
  return rows.map(({ date }) => date);
}
