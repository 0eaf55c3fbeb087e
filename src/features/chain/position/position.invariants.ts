import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

const advice =
  'Run: meadow jobs run generate-chains. It matches today and tomorrow again. Past dates stay as they are.';

export const CHAIN_INVARIANTS: readonly Invariant[] = [
  {
    name: 'chain.links',
    holds:
      'A user is linked with two different others, who have a position in the same group on that date, as long as there is no check-in.',
    advice,
    find: violationsOf(sql`
      select 'chain ' || id as violation from chain
      where user_id in (before_user_id, after_user_id) or before_user_id = after_user_id
      union all
      select 'chain ' || chain.id || ': profile ' || linked.id
      from chain cross join lateral (values (before_user_id), (after_user_id)) as linked (id)
      where not has_check_in and linked.id is not null and not exists (
        select from chain other
        where other.user_id = linked.id and other.date = chain.date and other.match_group = chain.match_group)`),
  },
  {
    name: 'chain.squads',
    holds: 'A position in a chain has the squad, date and color of a squad that the user belongs to.',
    advice,
    find: violationsOf(sql`
      select 'chain ' || chain.id || ': squad ' || squad.id as violation
      from chain join squad on squad.id = chain.squad_id
      where squad.date <> chain.date or squad.team_color <> chain.team_color
        or chain.user_id not in (squad.user_1_id, squad.user_2_id, coalesce(squad.user_3_id, squad.user_1_id))`),
  },
];
