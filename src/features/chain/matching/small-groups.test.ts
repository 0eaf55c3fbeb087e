import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { windowSpansOn } from '#features/workout-window';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { countStatements } from '#test/count-statements.ts';
import { untilLockWait } from '#test/lock-waits.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { lockChainsShared } from '../index.ts';
import { matchAllGroups } from './matching.actions.ts';
import { attemptGroups, rebuildGroup } from './rebuild.actions.ts';

const { deps, clock } = await startTestApp();
const { db } = deps;

const USERS_PER_GROUP = 5;
const groupOf = (index: number) => `["group ${index}"]`;
const groupsOf = (count: number) => Array.from({ length: count }, (_, index) => groupOf(index));
const today = () => localDateOf(clock.now(), 'UTC');

async function emptyTables(): Promise<void> {
  await sql`delete from squad`.execute(db);
  await sql`delete from profile`.execute(db);
}

beforeEach(emptyTables);

/** Groups of five users each, with windows two hours apart. Ids have the order of the groups. */
async function fillGroups(groups: number): Promise<void> {
  await sql`
    with number as (select generate_series(0, ${groups * USERS_PER_GROUP - 1}) as number),
    person as (
      insert into profile (id, role_changed_at, created_at, updated_at)
      select lpad(to_hex(number + 1), 32, '0')::uuid, now(), now(), now() from number
    )
    insert into workout_window (id, user_id, activity_type, window_start_time, window_end_time, timezone, since,
      match_group, created_at, updated_at)
    select gen_random_uuid(), lpad(to_hex(number + 1), 32, '0')::uuid, 'walk', start, start + interval '2 hours', 'UTC',
      '2020-01-01', '["group ' || number / ${USERS_PER_GROUP} || '"]', now(), now()
    from number, make_time(6 + number % ${USERS_PER_GROUP} * 2, 0, 0) as start`.execute(db);
}

/** The id of the user with this index, of the group `index / 5`. */
const userId = (index: number) => sql<string>`lpad(to_hex(${index + 1}::integer), 32, '0')::uuid`;

/** The rows of a date, with the members of a squad in place of its id. */
async function rowsOn(date: string) {
  const { rows } = await sql`
    select user_id, before_user_id, after_user_id, chain.team_color, match_group, has_check_in,
      squad.team_color as squad_color, user_1_id, user_2_id, user_3_id
    from chain left join squad on squad.id = squad_id where chain.date = ${date} order by user_id`.execute(db);
  return rows;
}

const countSquads = async (date: string) =>
  (await db.selectFrom('squad').select('id').where('date', '=', date).execute()).length;

const attempt = (groups: readonly string[]) => attemptGroups(deps, groups, today(), windowSpansOn(today()));

describe('the nightly job', () => {
  test('sends as many statements for 1,000 users in 200 groups as for 10 in two', async () => {
    const counts: number[] = [];
    for (const groups of [2, 200]) {
      await fillGroups(groups);
      const counted = countStatements(db);
      const { today, tomorrow } = await matchAllGroups({ ...deps, db: counted.db }, {});
      for (const { chains } of [today, tomorrow]) expect(chains).toBe(groups * USERS_PER_GROUP);
      counts.push(counted.count());
      await emptyTables();
    }
    const [few = 0, many = 0] = counts;
    // 1,000 rows end exactly with a page, so the next one is read as well.
    expect(many - few).toBeLessThanOrEqual(4);
    expect(few).toBeLessThanOrEqual(22);
  });

  test('writes the same rows as the matching of each group alone', async () => {
    const groups = groupsOf(4);
    const matchAlone = async () => {
      // The second group gains users of the first one, whose rows it reads before they are deleted.
      for (const group of groups.toReversed()) await rebuildGroup(deps, group, today());
    };
    const matchTogether = async () => expect(await attempt(groups)).toMatchObject({ failed: 0 });
    const rowsOf = async (match: () => Promise<void>) => {
      await emptyTables();
      await fillGroups(groups.length);
      await match();
      const first = await rowsOn(today());
      await sql`update chain set has_check_in = true where user_id = ${userId(1)}`.execute(db);
      await sql`
        update workout_window set match_group = ${groupOf(1)} where user_id in (${userId(0)}, ${userId(1)})`.execute(
        db,
      );
      await sql`update workout_window set is_active = false where user_id = ${userId(10)}`.execute(db);
      await sql`
        insert into user_block (blocker_id, blocked_id, created_at)
        values (${userId(3)}, ${userId(2)}, now()), (${userId(7)}, ${userId(0)}, now()), (${userId(8)}, ${userId(2)}, now())`.execute(
        db,
      );
      await match();
      return [first, await rowsOn(today()), await countSquads(today())];
    };
    const alone = await rowsOf(matchAlone);
    expect(await rowsOf(matchTogether)).toEqual(alone);
    const [before, after] = alone as unknown[][];
    expect([before?.length, after?.length]).toEqual([20, 19]);
    expect(after).not.toEqual(before);
  });

  test('matches the other groups while one is locked, and that one after it', async () => {
    const groups = groupsOf(3);
    await fillGroups(groups.length);
    let run: ReturnType<typeof attempt> | undefined;
    await db.transaction().execute(async (tx) => {
      await lockChainsShared(tx, [groupOf(1)], today());
      run = attempt(groups);
      await untilLockWait(db, run);
      const matched = await db.selectFrom('chain').select('match_group').distinct().orderBy('match_group').execute();
      expect(matched.map(({ match_group }) => match_group)).toEqual([groupOf(0), groupOf(2)]);
    });
    expect(await run).toMatchObject({ chains: 15, failed: 0 });
    expect(await rowsOn(today())).toHaveLength(15);
  });

  test('leaves only the group that fails to the next run', async () => {
    const groups = groupsOf(3);
    await fillGroups(groups.length);
    await sql`
      create function refuse_group() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db);
    await sql`
      create trigger refuse_group before insert on chain for each row when (new.match_group = '["group 1"]')
      execute function refuse_group()`.execute(db);
    const error = `${groupOf(1)}: this group could not be matched. Run the job again.`;
    expect(await attempt(groups)).toMatchObject({ chains: 10, failed: 1, errors: [error] });
    await sql`drop function refuse_group cascade`.execute(db);
    expect(await attempt(groups)).toMatchObject({ chains: 15, failed: 0, errors: [] });
  });

  test('writes nothing when it is repeated', async () => {
    await fillGroups(3);
    await matchAllGroups(deps, {});
    const versions = () =>
      sql`select xmin::text, id from chain union all select xmin::text, id from squad order by id`.execute(db);
    const before = (await versions()).rows;
    await matchAllGroups(deps, {});
    expect((await versions()).rows).toEqual(before);
    expect(await rowsOn(addDays(today(), 1))).toHaveLength(15);
  });
});
