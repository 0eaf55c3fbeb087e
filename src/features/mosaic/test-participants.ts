import { sql } from 'kysely';
import type { Deps } from '#app/deps.ts';

type CheckIn = 'verified' | 'pending' | 'rejected';

/** A participant: colour, status of the check-in if there is one, and the tile of its photo. */
export type TestDay = { color?: 'red' | 'blue'; checkIn?: CheckIn | null; tileKey?: string | null };

/** Creates a chain row of a user on a date. */
export async function takePart({ db, ids, clock }: Deps, date: string, userId: string, day: TestDay = {}) {
  const { color = 'red', checkIn = null, tileKey = null } = day;
  const chain = { id: ids.next(), date, user_id: userId, team_color: color, match_group: 'a city' };
  await db
    .insertInto('chain')
    .values({ ...chain, created_at: clock.now() })
    .execute();
  if (checkIn === null) return;
  await db
    .insertInto('check_in')
    .values({
      id: ids.next(),
      user_id: userId,
      chain_id: chain.id,
      date,
      timezone: 'Europe/Berlin',
      activity_type: 'walk',
      within_window: true,
      tile_key: tileKey,
      photo_timestamp: clock.now(),
      location_lat: '48.12345678',
      location_lng: '11.87654321',
      status: checkIn,
      rejection_reason: checkIn === 'rejected' ? 'Too dark.' : null,
      continues_chain: false,
      battle_chips_earned: checkIn === 'rejected' ? 0 : 1,
      created_at: clock.now(),
    })
    .execute();
}

/** Creates users in a chain on a date, of both colours and in all states. */
export async function crowd({ db, clock }: Deps, date: string, count: number): Promise<void> {
  const now = clock.now();
  await sql`
    with people as (
      insert into profile (id, full_name, role_changed_at, created_at, updated_at)
      select gen_random_uuid(), 'Person ' || number, ${now}, ${now}, ${now} from generate_series(1, ${count}::integer) number
      returning id, right(full_name, 1) as digit
    ), chains as (
      insert into chain (id, date, user_id, team_color, match_group, created_at)
      select gen_random_uuid(), ${date}, id, case when digit < '5' then 'red' else 'blue' end, 'a city', ${now} from people
      returning id, user_id
    )
    insert into check_in (id, user_id, chain_id, date, timezone, activity_type, within_window, photo_timestamp, status,
      rejection_reason, continues_chain, battle_chips_earned, created_at)
    select gen_random_uuid(), people.id, chains.id, ${date}, 'UTC', 'walk', true, ${now},
      case when digit < '8' then 'verified' else 'rejected' end, case when digit < '8' then null else 'Too dark.' end,
      false, 0, ${now}
    from people join chains on chains.user_id = people.id where digit <> '9'`.execute(db);
}
