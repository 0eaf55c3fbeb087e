import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { createWorkers, type Workers } from '#platform/workers/workers.ts';
import { startTestApp } from '#test/start-test-app.ts';
import type { TeamColor } from '../chain.rules.ts';
import { blockRelations, pairsAmong, populations } from '../test-population.ts';
import { matchAllGroups } from './matching.actions.ts';
import { type ChainRow, decideRebuild, type RebuildFacts } from './rebuild.rules.ts';
import { createRematches } from './rematch.actions.ts';

const { call, deps, clock, person } = await startTestApp();

const RULES = new URL('./rebuild.rules.ts', import.meta.url);

describe('decision in a worker thread', () => {
  const colors = fc.infiniteStream(fc.constantFrom<TeamColor>('red', 'blue'));
  const facts = fc
    .tuple(populations(60), populations(60), colors, fc.infiniteStream(fc.boolean()), blockRelations)
    .map(([before, population, color, coins, areBlocked]): RebuildFacts => {
      const seed = '["berlin"] 2026-11-16';
      const blockedPairs = pairsAmong(
        [...before, ...population].map(({ userId }) => userId),
        areBlocked,
      );
      const facts = { population: before, previous: [], colorsOfWeek: new Map(), seed, blockedPairs };
      const { chains, squads } = decideRebuild(facts);
      const previous = chains.map(({ squad, ...row }): ChainRow => {
        const squadId = squad === null ? null : `squad of ${squads[squad]?.userIds}`;
        return { ...row, squadId, hasCheckIn: coins.next().value };
      });
      const colorsOfWeek = new Map(population.map(({ userId }) => [userId, color.next().value]));
      return { population, previous, colorsOfWeek, seed, blockedPairs };
    });

  test('equals the decision without a worker thread', async () => {
    const same = fc.asyncProperty(facts, async (given) => {
      expect(await deps.workers.run(decideRebuild, RULES, given)).toStrictEqual(decideRebuild(given));
    });
    await fc.assert(same, { numRuns: 10 });
  });
});

describe('group of more than a thousand users', () => {
  const PEOPLE = 1_200;
  const GROUP = '["large"]';

  /** Windows at each full hour of the day, all in one group. */
  async function fillGroup(group = GROUP): Promise<void> {
    await sql`
      with person as (
        insert into profile (id, role_changed_at, created_at, updated_at)
        select gen_random_uuid(), now(), now(), now() from generate_series(1, ${PEOPLE}) returning id
      )
      insert into workout_window (id, user_id, activity_type, window_start_time, window_end_time, timezone, since,
        match_group, created_at, updated_at)
      select gen_random_uuid(), id, 'walk', start, start + interval '2 hours', 'UTC', '2020-01-01', ${group}, now(), now()
      from (select id, make_time((row_number() over ())::int % 24, 0, 0) as start from person) as given`.execute(
      deps.db,
    );
  }

  const links = async (date: string) => {
    const { rows } = await sql<{ people: number; followers: number; unlike: number }>`
      select count(*)::int as people, count(chain.after_user_id)::int as followers,
        count(*) filter (where squad.team_color <> chain.team_color)::int as unlike
      from chain left join squad on squad.id = chain.squad_id where chain.date = ${date}`.execute(deps.db);
    return rows[0];
  };

  /** Which versions of which rows there are: it changes with whatever is written. */
  const versions = async () => {
    const { rows } = await sql<{ versions: string }>`
      select string_agg(version, ' ' order by version) as versions from (
        select 'chain ' || id || xmin as version from chain union all select 'squad ' || id || xmin from squad) as row`.execute(
      deps.db,
    );
    return rows[0]?.versions;
  };

  test('is left to the next run if its worker thread dies; a repeated run writes nothing', async () => {
    await fillGroup();
    const [date, tomorrow] = [localDateOf(clock.now(), 'UTC'), addDays(localDateOf(clock.now(), 'UTC'), 1)];
    const broken = await matchAllGroups({ ...deps, workers: createWorkers({ maxMegabytes: 4 }) }, {});
    const failure = { success: false, message: `1 groups could not be matched for ${date}. Run the job again.` };
    expect(broken).toMatchObject({ today: { ...failure, chains: 0, squads: 0 }, tomorrow: { success: false } });
    const error = expect.stringContaining('could not be matched');
    for (const { results } of [broken.today, broken.tomorrow]) expect(results).toEqual({ failed: 1, errors: [error] });
    expect(await links(date)).toEqual({ people: 0, followers: 0, unlike: 0 });

    const run = await matchAllGroups(deps, {});
    expect(run.today).toMatchObject({ success: true, chains: PEOPLE, squads: PEOPLE / 3 });
    for (const day of [date, tomorrow]) {
      // Windows that start at 22 and 23 have no after user.
      expect(await links(day)).toEqual({ people: PEOPLE, followers: (PEOPLE / 24) * 22, unlike: 0 });
    }

    const before = await versions();
    expect(await matchAllGroups(deps, {})).toEqual(run);
    expect(await versions()).toBe(before);
  });

  test('is matched at most twice for twenty setups of one user, the second time with the last setup', async () => {
    await fillGroup('["utc"]');
    const matched: string[] = [];
    const workers = {
      ...deps.workers,
      run: (async (work, file, input) => {
        matched.push(work.name);
        return deps.workers.run(work, file, input);
      }) satisfies Workers['run'],
    };
    // A rest that lasts until the node is closed.
    const rest = (_: number, signal: AbortSignal) => new Promise((end) => signal.addEventListener('abort', end));
    deps.rematches = createRematches(() => ({ ...deps, workers }), deps.log, rest);
    const attacker = await person();
    const timeAt = (hour: number) => `${`${hour}`.padStart(2, '0')}:00`;
    const setUp = async (hour: number) => {
      const times = { windowStartTime: timeAt(hour), windowEndTime: timeAt(hour + 2) };
      const body = { activityType: 'walk', ...times, timezone: 'UTC' };
      const { status } = await call(attacker, 'POST', '/api/workout-window/setup', body);
      expect(status).toBe(hour === 0 ? 201 : 200);
    };
    for (let hour = 0; hour < 20; hour++) await setUp(hour);
    // Today and tomorrow, each of them decided in a thread.
    expect(matched).toHaveLength(2);
    await deps.rematches.close();
    expect(matched).toHaveLength(4);
    const { rows } = await sql<{ handover: string }>`
      select before.window_start_time::text as handover from chain
      join workout_window before on before.user_id = chain.before_user_id
      where chain.user_id = ${attacker.id} and chain.date = ${localDateOf(clock.now(), 'UTC')}`.execute(deps.db);
    expect(rows).toEqual([{ handover: '17:00:00' }]);
  });
});
