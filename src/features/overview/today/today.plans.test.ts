import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '#access/actor.ts';
import { selectChainDay } from '#features/check-in';
import { selectGoalsOfDay } from '#features/goal';
import { executeRead, joinReads } from '#platform/db/read.ts';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';

/* What the sub-queries of a joined read cost among many users: pages of 8 KB, which do not depend on the machine. */

const PEOPLE = 1_000;
const DAYS = 20;

const { databaseUrl, deps } = await startTestApp();

const person = (n: string) => sql.raw(`md5('person ' || (${n}) % ${PEOPLE})::uuid`);

beforeAll(async () => {
  await sql`
    insert into profile (id, role_changed_at, created_at, updated_at)
    select ${person('n')}, now(), now(), now() from generate_series(1, ${PEOPLE}::int) n`.execute(deps.db);
  await sql`
    insert into goal (id, user_id, title, status, created_at, updated_at)
    select ${person('n')}, ${person('n')}, 'Run', 'active', now(), now() from generate_series(1, ${PEOPLE}::int) n`.execute(
    deps.db,
  );
  for (let day = 0; day < DAYS; day += 1) {
    const date = sql`('2026-11-01'::date + ${day}::int)`;
    await sql`
      insert into chain (id, date, user_id, before_user_id, after_user_id, team_color, match_group, created_at)
      select gen_random_uuid(), ${date}, ${person('n')}, ${person('n + 1')}, ${person('n + 2')}, 'red', 'utc', now()
      from generate_series(1, ${PEOPLE}::int) n`.execute(deps.db);
    await sql`
      insert into check_in (id, user_id, date, timezone, match_group, activity_type, within_window, photo_timestamp,
        continues_chain, created_at)
      select gen_random_uuid(), ${person('n')}, ${date}, 'UTC', 'utc', 'walk', true, now(), false, now()
      from generate_series(1, ${PEOPLE}::int) n`.execute(deps.db);
    await sql`
      insert into goal_check_in (id, goal_id, user_id, status, check_in_date, created_date, created_at, updated_at)
      select gen_random_uuid(), ${person('n')}, ${person('n')}, 'completed', ${date}, ${date}, now(), now()
      from generate_series(1, ${PEOPLE}::int) n`.execute(deps.db);
  }
  await settle(deps.db);
});

test('the neighbours and goals of a user cost few pages, among any number of users', async () => {
  const { rows } = await sql<{ id: string }>`select ${person('7')} as id`.execute(deps.db);
  const actor = { userId: rows[0]?.id } as Actor;
  const reads = { day: selectChainDay(deps, actor, '2026-11-12'), goals: selectGoalsOfDay(deps, actor) };
  const found = await executeRead(deps.db, joinReads(reads));
  expect([found.day.chain?.before !== null, found.goals.due.length]).toEqual([true, 1]);
  for (const { buffers, outline } of await costsOf(databaseUrl, (db) => executeRead(db, joinReads(reads)))) {
    // Each of the tables of a day has more pages than that.
    expect(buffers, outline.join('\n')).toBeLessThan(120);
  }
});
