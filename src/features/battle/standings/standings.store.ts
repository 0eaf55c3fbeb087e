import { sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';
import type { WeekCounts } from './standings.rules.ts';

type TeamColor = 'red' | 'blue';

type CountRow =
  | { date: string; team_color: TeamColor; chips: number; members: null }
  | { date: null; team_color: TeamColor; chips: null; members: number };

/** Counts the chips and members of both teams on these days, in one snapshot. */
export async function countWeek(db: ReadDb, days: readonly string[]): Promise<WeekCounts> {
  const dates = sql`${[...days]}::date[]`;
  // A lateral join by day keeps the plan good for days that the table statistics do not include yet.
  const { rows } = await sql<CountRow>`
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
