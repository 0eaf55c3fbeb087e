import type pg from 'pg';
import { type Cluster, withClient } from '../cluster.ts';
import { withFreshDatabase } from '../data-set/fresh-database.ts';
import type { City } from './population.ts';

const PEOPLE_PER_STATEMENT = 10_000;

/** The start of all windows, long before each matched date. */
const SINCE = '2020-01-01';

/** Makes a database in which these people have a window each, does the work on it, and drops it. */
export async function withWindows<Result>(
  cluster: Cluster,
  population: readonly City[],
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  return withFreshDatabase(cluster, 'meadow_bench_chains', async (url) => {
    await withClient(url, async (client) => {
      await load(client, population);
      await client.query('vacuum (analyze)');
    });
    return work(url);
  });
}

async function load(client: pg.Client, population: readonly City[]): Promise<void> {
  const residents = population.flatMap(({ zone, people }, city) =>
    people.map((user) => ({ ...user, zone, group: JSON.stringify([`City ${city}`]) })),
  );
  // As they signed up, one by one, and not city by city.
  residents.sort((one, other) => (one.userId < other.userId ? -1 : 1));
  for (let from = 0; from < residents.length; from += PEOPLE_PER_STATEMENT) {
    const some = residents.slice(from, from + PEOPLE_PER_STATEMENT);
    const userIds = some.map(({ userId }) => userId);
    await client.query(
      `insert into profile (id, full_name, role_changed_at, created_at, updated_at)
       select id, 'A User', '${SINCE}', '${SINCE}', '${SINCE}' from unnest($1::uuid[]) as given (id)`,
      [userIds],
    );
    await client.query(
      `insert into workout_window (id, user_id, activity_type, window_start_time, window_end_time, timezone, since,
         match_group, created_at, updated_at)
       select gen_random_uuid(), user_id, 'walk', start, start + interval '2 hours', zone, '${SINCE}', match_group,
         '${SINCE}', '${SINCE}'
       from unnest($1::uuid[], $2::time[], $3::text[], $4::text[]) as given (user_id, start, zone, match_group)`,
      [userIds, some.map(({ startTime }) => startTime), some.map(({ zone }) => zone), some.map(({ group }) => group)],
    );
    await client.query(
      `insert into workout_location (user_id, latitude, longitude, last_updated)
       select user_id, latitude, longitude, '${SINCE}'
       from unnest($1::uuid[], $2::numeric[], $3::numeric[]) as given (user_id, latitude, longitude)`,
      [userIds, some.map(({ latitude }) => latitude), some.map(({ longitude }) => longitude)],
    );
  }
}
