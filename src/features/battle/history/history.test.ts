import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { addDays } from '../../../platform/days/calendar-date.ts';
import { createWeeks, SECRET } from '../test-weeks.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: SECRET } });
const { person } = app;
const weeks = createWeeks(app);

/** A week that red has won: nobody else was there. */
async function wonByRed(...people: Person[]): Promise<string> {
  const weekStart = weeks.begin();
  for (const somebody of people) {
    await weeks.join(somebody, weekStart, 'red');
    await weeks.checkIn(somebody, weekStart, 'verified', 2);
  }
  return weekStart;
}

async function execute(weekStart: string) {
  weeks.end(weekStart);
  const { status, body } = await weeks.machine.execute(weekStart);
  expect(status).toBe(200);
  return body.battle;
}

const read = async (somebody: Person, query?: string) => weeks.as(await weeks.renew(somebody)).history(query);
const statsOf = async (somebody: Person) => (await read(somebody)).body.userStats;

describe('GET /api/workout-window/battle/history', () => {
  test('200 is empty where nothing has been fought, and somebody has done nothing', async () => {
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

  test('200 lists the battles that were fought, those of the latest weeks first, in pages', async () => {
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

  test('200 counts the chips of verified check-ins of all time, and of nobody else', async () => {
    const [ada, ben] = [await person(), await person()];
    const weekStart = await wonByRed(ada, ben);
    await weeks.checkIn(ada, addDays(weekStart, 1), 'verified', 1);
    await weeks.checkIn(ada, addDays(weekStart, 2), 'pending', 2);
    await weeks.checkIn(ada, addDays(weekStart, 3), 'rejected');
    await weeks.checkIn(ada, '2020-02-29', 'verified', 2);
    expect((await statsOf(ada)).totalChipsContributed).toBe(5);
    expect((await statsOf(ben)).totalChipsContributed).toBe(2);
  });

  test('200 counts as won a battle whose winner one has given a chip, once it is executed', async () => {
    const [winner, idler, pending, loser] = [await person(), await person(), await person(), await person()];
    const weekStart = await wonByRed(winner);
    for (const somebody of [winner, idler, pending]) await weeks.join(somebody, addDays(weekStart, 1), 'red');
    await weeks.checkIn(winner, addDays(weekStart, 1), 'verified', 2);
    await weeks.checkIn(pending, addDays(weekStart, 1), 'pending', 2);
    await weeks.join(loser, weekStart, 'blue');
    await weeks.checkIn(loser, weekStart, 'verified', 1);
    expect((await statsOf(winner)).battlesWon).toBe(0);
    expect(await execute(weekStart)).toMatchObject({ winner: 'red' });
    const won = async (somebody: Person) => (await statsOf(somebody)).battlesWon;
    expect([await won(winner), await won(idler), await won(pending), await won(loser)]).toEqual([1, 0, 0, 0]);
    await execute(await wonByRed(winner));
    expect([await won(winner), await won(loser)]).toEqual([2, 0]);
  });

  test('200 counts no battle as won that is a tie', async () => {
    const ada = await person();
    const weekStart = weeks.begin();
    await weeks.checkIn(ada, weekStart, 'verified', 2);
    await weeks.as(await weeks.renew(ada)).week(weekStart);
    expect(await execute(weekStart)).toMatchObject({ winner: 'tie' });
    expect((await statsOf(ada)).battlesWon).toBe(0);
  });

  test('200 knows the longest run of days on which somebody checked in, but for those rejected', async () => {
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

  test.each(['limit=0', 'limit=501', 'limit=two', 'cursor=abc', 'cursor='])('400 refuses %s', async (query) => {
    expect((await read(await person(), `?${query}`)).status).toBe(400);
  });

  test('401 refuses nobody in particular', async () => {
    expect((await weeks.as(null).history()).status).toBe(401);
  });
});
