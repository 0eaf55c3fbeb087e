import { expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { createWeeks, SECRET } from '../test-weeks.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: SECRET } });
const { person, superAdmin, deps, clock } = app;
const weeks = createWeeks(app);
const nodes = [weeks, createWeeks({ ...app, ...(await startSecondNode(app)) })];
const nodeOf = (index: number) => nodes[index % 2] ?? weeks;

const concurrently = <Result>(count: number, ask: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

/** Seeds a week with two users whose check-ins are pending. */
async function undecidedWeek() {
  const weekStart = weeks.begin();
  const [ada, ben] = [await person(), await person()];
  for (let day = 0; day < 7; day += 1) {
    const date = addDays(weekStart, day);
    await weeks.join(ada, date, 'red');
    await weeks.join(ben, date, 'blue');
    await weeks.checkIn(ada, date, 'verified', 1);
    await weeks.checkIn(ben, date, 'pending', 2);
  }
  return { weekStart, ada, ben };
}

const ROUNDS = Array.from({ length: byTier(1, 6) }, (_, round) => ({ round }));

test.each(ROUNDS)(
  'twenty concurrent executions execute a week once and return the same result (round $round)',
  async ({ round }) => {
    const { weekStart, ada } = await undecidedWeek();
    // The battle exists, or the first execution creates it.
    if (round > 0) await weeks.as(await weeks.renew(ada)).week(weekStart);
    weeks.end(weekStart);
    const root = await superAdmin();
    const responses = await concurrently(20, (index) => nodeOf(index).as(root).execute(weekStart));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const { id } = responses[0]?.body.battle ?? {};
    const records = await deps.db.selectFrom('audit_log').select('id').where('subject_id', '=', id).execute();
    expect(records).toHaveLength(1);
    expect(await weeks.notificationsOf('battle_results', weekStart)).toHaveLength(2);
  },
);

test.each(ROUNDS)(
  'a check-in verified during an execution counts in all numbers or in none (round $round)',
  async () => {
    const { weekStart, ben } = await undecidedWeek();
    weeks.end(weekStart);
    const verifications = Array.from(
      { length: 7 },
      (_, day) => () => weeks.decide(ben, addDays(weekStart, day), 'verified', 2),
    );
    const [executed] = await Promise.all([
      weeks.machine.execute(weekStart),
      ...verifications.map((verify) => verify()),
      nodeOf(1).machine.execute(weekStart),
    ]);
    const { body } = await weeks.as(await weeks.renew(ben)).week(weekStart);
    expect(body.battle).toEqual(executed.body.battle);
    const sum = body.dailyStats.reduce((chips: number, day: { blueTeamChips: number }) => chips + day.blueTeamChips, 0);
    expect([body.blueTeam.totalChips, body.battle.blue_team_chips]).toEqual([sum, sum]);
    expect(body.redTeam.totalChips).toBe(7);
  },
);

test.each(ROUNDS)('twenty concurrent reads of a new week create one battle (round $round)', async () => {
  const weekStart = weeks.begin();
  const ada = await person();
  const responses = await concurrently(20, (index) => nodeOf(index).as(ada).week(weekStart));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(responses.map(({ body }) => body.battle.id))).toEqual(new Set([(await weeks.rowOf(weekStart))?.id]));
});

test.each(ROUNDS)(
  'concurrent jobs and executions execute a week once, and notify each user once (round $round)',
  async () => {
    const { weekStart } = await undecidedWeek();
    weeks.end(weekStart);
    const responses = await concurrently(20, (index) => {
      const { generateWeekly, execute } = nodeOf(index).machine;
      return index % 4 < 2 ? generateWeekly() : execute(weekStart);
    });
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const results = responses.flatMap(({ body }) => body.battleResult ?? []);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await weeks.notificationsOf('battle_results', weekStart)).toHaveLength(2);
    expect((await weeks.rowOf(weekStart))?.updated_at).toEqual(clock.now());
  },
);
