import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';
import { addDays, localDateOf } from '../../platform/days/calendar-date.ts';
import { createWorkers } from '../../platform/workers/workers.ts';
import { matchEverybody } from './chain.actions.ts';
import { type ChainRow, decideRebuild, type RebuildFacts } from './rebuild.rules.ts';
import type { TeamColor } from './team.rules.ts';
import { grudges, pairsAmong, populations } from './test-population.ts';

const { deps, clock } = await startTestApp();

const RULES = new URL('./rebuild.rules.ts', import.meta.url);

describe('what a thread decides', () => {
  const colors = fc.infiniteStream(fc.constantFrom<TeamColor>('red', 'blue'));
  const facts = fc
    .tuple(populations(60), populations(60), colors, fc.infiniteStream(fc.boolean()), grudges)
    .map(([before, population, color, coins, areApart]): RebuildFacts => {
      const seed = '["berlin"] 2026-11-16';
      const pairsApart = pairsAmong(
        [...before, ...population].map(({ userId }) => userId),
        areApart,
      );
      const facts = { population: before, previous: [], colorsOfWeek: new Map(), seed, pairsApart };
      const { chains, squads } = decideRebuild(facts);
      const previous = chains.map(({ squad, ...row }): ChainRow => {
        const squadId = squad === null ? null : `squad of ${squads[squad]?.userIds}`;
        return { ...row, squadId, hasCheckIn: coins.next().value };
      });
      const colorsOfWeek = new Map(population.map(({ userId }) => [userId, color.next().value]));
      return { population, previous, colorsOfWeek, seed, pairsApart };
    });

  test('is what is decided without one', async () => {
    const same = fc.asyncProperty(facts, async (given) => {
      expect(await deps.workers.run(decideRebuild, RULES, given)).toStrictEqual(decideRebuild(given));
    });
    await fc.assert(same, { numRuns: 10 });
  });
});

describe('a group of more than a thousand', () => {
  const PEOPLE = 1_200;
  const GROUP = '["large"]';

  /** Windows at each full hour of the day, all in one group. */
  async function fillGroup(): Promise<void> {
    await sql`
      with person as (
        insert into profile (id, role_changed_at, created_at, updated_at)
        select gen_random_uuid(), now(), now(), now() from generate_series(1, ${PEOPLE}) returning id
      )
      insert into workout_window (id, user_id, activity_type, window_start_time, window_end_time, timezone, since,
        match_group, created_at, updated_at)
      select gen_random_uuid(), id, 'walk', start, start + interval '2 hours', 'UTC', '2020-01-01', ${GROUP}, now(), now()
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

  test('is left to the next run where its thread dies, and is then matched and stored; again, nothing is written', async () => {
    await fillGroup();
    const [date, tomorrow] = [localDateOf(clock.now(), 'UTC'), addDays(localDateOf(clock.now(), 'UTC'), 1)];
    const broken = await matchEverybody({ ...deps, workers: createWorkers({ megabytes: 4 }) }, {});
    const failure = { success: false, message: `1 groups could not be matched for ${date}; run it again.` };
    expect(broken).toMatchObject({ today: { ...failure, chains: 0, squads: 0 }, tomorrow: { success: false } });
    expect(await links(date)).toEqual({ people: 0, followers: 0, unlike: 0 });

    const run = await matchEverybody(deps, {});
    expect(run.today).toMatchObject({ success: true, chains: PEOPLE, squads: PEOPLE / 3 });
    for (const day of [date, tomorrow]) {
      // Nobody takes over from those who start at 22 and 23.
      expect(await links(day)).toEqual({ people: PEOPLE, followers: (PEOPLE / 24) * 22, unlike: 0 });
    }

    const before = await versions();
    expect(await matchEverybody(deps, {})).toEqual(run);
    expect(await versions()).toBe(before);
  });
});
