import { expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createWeeks, SECRET, type TeamColor } from '../test-weeks.ts';
import { fight } from './fight.rules.ts';
import { describeOutcome } from './outcome.template.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: SECRET } });
const { person, clock } = app;
const weeks = createWeeks(app);
const { machine } = weeks;

const DAY = 24 * 60 * 60_000;

test('all numbers of a week are consistent, from its first minute to its notifications', async () => {
  const draw = seededRandom('a week of twenty people');
  const people: { user: Person; color: TeamColor; joinsOn: number }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const joinsOn = index < 15 ? 0 : index - 14;
    people.push({ user: await person(), color: index % 2 === 0 ? 'red' : 'blue', joinsOn });
  }
  const weekStart = weeks.begin();
  const openedAt = clock.now();
  const readWeek = async () => weeks.as(await weeks.renew((people[0] as (typeof people)[0]).user)).week(weekStart);
  const expectToAddUp = async () => {
    const { body } = await readWeek();
    const { battle, ...standing } = body;
    expect(standing).toMatchObject(await weeks.countRows(weekStart));
    expect(battle).toMatchObject({
      red_team_chips: standing.redTeam.totalChips,
      blue_team_chips: standing.blueTeam.totalChips,
      red_team_robot_power: standing.redTeam.robotPower,
      blue_team_robot_power: standing.blueTeam.robotPower,
    });
    return body;
  };

  const inOnMonday = people.filter(({ joinsOn }) => joinsOn === 0);
  for (const { user, color } of inOnMonday) await weeks.join(user, weekStart, color);
  expect((await machine.generateWeekly()).body.battle.created_at).toBe(openedAt.toISOString());
  expect(await weeks.notificationsOf('battle_update', weekStart)).toHaveLength(15);

  const waiting: { user: Person; date: string; chips: number }[] = [];
  for (let day = 0; day < 7; day += 1) {
    const date = addDays(weekStart, day);
    for (const { user, color, joinsOn } of people) {
      if (joinsOn > day) continue;
      if (day > 0) await weeks.join(user, date, color);
      const luck = draw();
      const chips = draw() < 0.5 ? 1 : 2;
      if (luck < 0.6) await weeks.checkIn(user, date, 'verified', chips);
      else if (luck < 0.8) waiting.push({ user, date, chips });
      if (luck >= 0.6 && luck < 0.8) await weeks.checkIn(user, date, 'pending', chips);
    }
    await expectToAddUp();
    // Some of the days before are decided late, either way.
    for (const { user, date: before, chips } of waiting.splice(0, 2)) {
      await weeks.decide(user, before, chips === 2 ? 'verified' : 'rejected', chips);
    }
    await expectToAddUp();
    clock.advance(DAY);
  }

  // It is Monday: the next week has begun, and this one goes on in the west until noon.
  expect((await machine.generateWeekly()).body).toMatchObject({
    battle: { week_start_date: addDays(weekStart, 7), red_team_chips: 0, blue_team_chips: 0 },
    executed: [],
  });
  expect((await expectToAddUp()).battle.battle_status).toBe('in_progress');
  clock.advance(DAY / 2);
  const { redTeam, blueTeam } = await expectToAddUp();
  const [battle] = (await machine.generateWeekly()).body.executed;
  const fought = fight(
    weekStart,
    { chips: redTeam.totalChips, members: redTeam.members },
    { chips: blueTeam.totalChips, members: blueTeam.members },
    describeOutcome,
  );
  expect(battle).toMatchObject({ winner: fought.winner, battle_result: fought.battleResult });
  expect((await expectToAddUp()).battle).toEqual(battle);
  expect([redTeam.members, blueTeam.members]).toEqual([10, 10]);
  expect(redTeam.totalChips + blueTeam.totalChips).toBeGreaterThan(50);

  const notificationOf = new Map(
    (await weeks.notificationsOf('battle_results', weekStart)).map((row) => [row.user_id, row.data]),
  );
  let given = 0;
  let wins = 0;
  for (const { user, color } of people) {
    const { userStats } = (await weeks.as(await weeks.renew(user)).history()).body;
    const chips = userStats.totalChipsContributed;
    const isWinner = fought.winner === color && chips > 0;
    const facts = { week_start_date: weekStart, winner: fought.winner, team_color: color, chips };
    expect(notificationOf.get(user.id)).toEqual({ ...facts, final_outcome: expect.any(String) });
    expect(userStats.battlesWon).toBe(isWinner ? 1 : 0);
    given += chips;
    wins += userStats.battlesWon;
  }
  expect(notificationOf.size).toBe(20);
  expect(given).toBe(redTeam.totalChips + blueTeam.totalChips);
  expect(wins).toBeGreaterThan(0);
});
