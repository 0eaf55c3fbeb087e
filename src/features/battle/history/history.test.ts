import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createWeeks, SECRET } from '../test-weeks.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: SECRET } });
const { person } = app;
const weeks = createWeeks(app);

/** Seeds a week that red won without opponents. */
async function wonByRed(...people: Person[]): Promise<string> {
  const weekStart = weeks.begin();
  for (const user of people) {
    await weeks.join(user, weekStart, 'red');
    await weeks.checkIn(user, weekStart, 'verified', 2);
  }
  return weekStart;
}

async function execute(weekStart: string) {
  weeks.end(weekStart);
  const { status, body } = await weeks.machine.execute(weekStart);
  expect(status).toBe(200);
  return body.battle;
}

const read = async (user: Person, query?: string) => weeks.as(await weeks.renew(user)).history(query);
const statsOf = async (user: Person) => (await read(user)).body.userStats;

describe('GET /api/workout-window/battle/history', () => {
  test('returns an empty page without executed battles', async () => {
    const { status, body } = await read(await person());
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        battles: [],
        next_cursor: null,
        userStats: { totalChipsContributed: 0, battlesWon: 0, longestChain: 0 },
      },
    });
  });

  test('lists executed battles in pages, latest weeks first', async () => {
    const ada = await person();
    const weekStarts = [await wonByRed(ada), await wonByRed(ada), await wonByRed(ada)];
    const open = weeks.begin();
    await weeks.as(await weeks.renew(ada)).week(open);
    const [first, second, third] = weekStarts as [string, string, string];
    weeks.end(third);
    // Not in the order of the weeks.
    const battles = [await execute(third), await execute(first), await execute(second)];
    const expected = battles.toSorted((a, b) => b.week_start_date.localeCompare(a.week_start_date));
    expect((await read(ada)).body).toMatchObject({ battles: expected, next_cursor: null });
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await read(ada, `?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(body.userStats.totalChipsContributed).toBe(6);
      seen.push(...body.battles);
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(expected);
  });

  test('counts the chips of all verified check-ins of the user only', async () => {
    const [ada, ben] = [await person(), await person()];
    const weekStart = await wonByRed(ada, ben);
    await weeks.checkIn(ada, addDays(weekStart, 1), 'verified', 1);
    await weeks.checkIn(ada, addDays(weekStart, 2), 'pending', 2);
    await weeks.checkIn(ada, addDays(weekStart, 3), 'rejected');
    await weeks.checkIn(ada, '2020-02-29', 'verified', 2);
    expect((await statsOf(ada)).totalChipsContributed).toBe(5);
    expect((await statsOf(ben)).totalChipsContributed).toBe(2);
  });

  test('counts a battle as won if the user earned a chip for the winner, once it is executed', async () => {
    const [winner, idler, pending, loser] = [await person(), await person(), await person(), await person()];
    const weekStart = await wonByRed(winner);
    for (const user of [winner, idler, pending]) await weeks.join(user, addDays(weekStart, 1), 'red');
    await weeks.checkIn(winner, addDays(weekStart, 1), 'verified', 2);
    await weeks.checkIn(pending, addDays(weekStart, 1), 'pending', 2);
    await weeks.join(loser, weekStart, 'blue');
    await weeks.checkIn(loser, weekStart, 'verified', 1);
    expect((await statsOf(winner)).battlesWon).toBe(0);
    expect(await execute(weekStart)).toMatchObject({ winner: 'red' });
    const won = async (user: Person) => (await statsOf(user)).battlesWon;
    expect([await won(winner), await won(idler), await won(pending), await won(loser)]).toEqual([1, 0, 0, 0]);
    await execute(await wonByRed(winner));
    expect([await won(winner), await won(loser)]).toEqual([2, 0]);
  });

  test('counts no tie as won', async () => {
    const ada = await person();
    const weekStart = weeks.begin();
    await weeks.checkIn(ada, weekStart, 'verified', 2);
    await weeks.as(await weeks.renew(ada)).week(weekStart);
    expect(await execute(weekStart)).toMatchObject({ winner: 'tie' });
    expect((await statsOf(ada)).battlesWon).toBe(0);
  });

  test('returns the longest streak without rejected check-ins', async () => {
    const ada = await person();
    const weekStart = weeks.begin();
    const days = (count: number) => addDays(weekStart, count);
    for (const day of [0, 1, 3, 4, 5, 6]) await weeks.checkIn(ada, days(day), day === 4 ? 'pending' : 'verified');
    expect((await statsOf(ada)).longestChain).toBe(4);
    await weeks.decide(ada, days(5), 'rejected');
    expect((await statsOf(ada)).longestChain).toBe(2);
    await weeks.checkIn(ada, days(2), 'pending');
    expect((await statsOf(ada)).longestChain).toBe(5);
  });

  test.each(['limit=0', 'limit=501', 'limit=two', 'cursor=abc', 'cursor='])('returns 400 for %s', async (query) => {
    expect((await read(await person(), `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await weeks.as(null).history()).status).toBe(401);
  });
});
