import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { formatDate } from '#platform/days/date-text.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { createWeeks, SECRET, type TeamColor } from '../test-weeks.ts';
import { fight, luckAfterRounds } from './fight.rules.ts';
import { describeOutcome, drawBadGuy } from './outcome.template.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: SECRET } });
const { person, superAdmin, deps, clock } = app;
const weeks = createWeeks(app);
const { machine } = weeks;

const MINUTE = 60_000;

/** Seeds a week with two users of each colour, who earned 3 chips and 1 chip. */
async function smallWeek() {
  const weekStart = weeks.begin();
  const [ada, ben, cleo, dan] = [await person(), await person(), await person(), await person()];
  const tuesday = addDays(weekStart, 1);
  for (const [user, color] of [
    [ada, 'red'],
    [ben, 'red'],
    [cleo, 'blue'],
    [dan, 'blue'],
  ] as const) {
    await weeks.join(user, weekStart, color);
    await weeks.join(user, tuesday, color);
  }
  await weeks.checkIn(ada, weekStart, 'verified', 2);
  await weeks.checkIn(ada, tuesday, 'verified', 1);
  await weeks.checkIn(ben, tuesday, 'pending', 1);
  await weeks.checkIn(cleo, weekStart, 'verified', 1);
  await weeks.checkIn(dan, weekStart, 'rejected');
  return { weekStart, tuesday, ada, ben, cleo, dan };
}

const RED = { totalChips: 3, robotPower: 70, members: 2 };
const BLUE = { totalChips: 1, robotPower: 30, members: 2 };

const withCode = ({ status, body }: TestResponse) => ({ status, code: body.code });

describe('GET /api/workout-window/battle/week/:weekStartDate', () => {
  test('creates the battle of the current week on the first read', async () => {
    const weekStart = weeks.begin();
    const ada = await person();
    const now = clock.now();
    const { status, body } = await weeks.as(ada).week(weekStart);
    const none = { totalChips: 0, robotPower: 0, members: 0, toCome: 0 };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        battle: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          week_start_date: weekStart,
          week_end_date: addDays(weekStart, 6),
          red_team_chips: 0,
          blue_team_chips: 0,
          red_team_robot_power: 0,
          blue_team_robot_power: 0,
          bad_guy: drawBadGuy(luckAfterRounds(weekStart)),
          bad_guy_power: 1,
          battle_status: 'in_progress',
          winner: null,
          battle_result: null,
          created_at: now.toISOString(),
          updated_at: now.toISOString(),
        },
        redTeam: none,
        blueTeam: none,
        ownPart: null,
        dailyStats: Array.from({ length: 7 }, (_, day) => ({
          date: addDays(weekStart, day),
          redTeamChips: 0,
          blueTeamChips: 0,
        })),
      },
    });
    clock.advance(MINUTE);
    expect((await weeks.as(ada).week(weekStart)).body.battle).toEqual(body.battle);
    expect(await weeks.rowOf(weekStart)).toMatchObject({ id: body.battle.id, battle_status: 'in_progress' });
  });

  test('returns current chips and powers', async () => {
    const { weekStart, tuesday, ada, ben, cleo, dan } = await smallWeek();
    const { body } = await weeks.as(ada).week(weekStart);
    expect(body).toMatchObject({ redTeam: RED, blueTeam: BLUE });
    expect(body.battle).toMatchObject({
      red_team_chips: 3,
      blue_team_chips: 1,
      red_team_robot_power: 70,
      blue_team_robot_power: 30,
    });
    expect(body.dailyStats.slice(0, 3)).toEqual([
      { date: weekStart, redTeamChips: 2, blueTeamChips: 1 },
      { date: tuesday, redTeamChips: 1, blueTeamChips: 0 },
      { date: addDays(weekStart, 2), redTeamChips: 0, blueTeamChips: 0 },
    ]);
    await weeks.decide(ben, tuesday, 'verified', 2);
    await weeks.decide(cleo, weekStart, 'rejected');
    await weeks.checkIn(dan, tuesday, 'verified', 2);
    const later = (await weeks.as(ada).week(weekStart)).body;
    expect([later.redTeam.totalChips, later.blueTeam.totalChips]).toEqual([5, 2]);
  });

  test('excludes other weeks, and check-ins without a team on the date', async () => {
    const { weekStart, ada, cleo } = await smallWeek();
    for (const date of [addDays(weekStart, -1), addDays(weekStart, 7)]) {
      await weeks.join(ada, date, 'red');
      await weeks.checkIn(ada, date, 'verified', 2);
    }
    await weeks.checkIn(cleo, addDays(weekStart, 6), 'verified', 2);
    expect((await weeks.as(ada).week(weekStart)).body).toMatchObject({ redTeam: RED, blueTeam: BLUE });
  });

  test('counts check-ins until the week has ended in all time zones', async () => {
    const { weekStart, tuesday, ada, ben } = await smallWeek();
    await weeks.as(ada).week(weekStart);
    clock.set(new Date(`${addDays(weekStart, 7)}T11:59:59.999Z`));
    await weeks.decide(ben, tuesday, 'verified');
    const { body } = await weeks.as(await weeks.renew(ada)).week(weekStart);
    expect(body).toMatchObject({ battle: { battle_status: 'in_progress' }, redTeam: { totalChips: 4 } });
  });

  test('returns final standings of an executed week, whatever is decided later', async () => {
    const { weekStart, tuesday, ada, ben } = await smallWeek();
    weeks.end(weekStart);
    const { battle } = (await machine.execute(weekStart)).body;
    const reader = weeks.as(await weeks.renew(ada));
    const before = (await reader.week(weekStart)).body;
    expect(before).toMatchObject({ battle, redTeam: RED, blueTeam: BLUE });
    await weeks.decide(ben, tuesday, 'verified', 2);
    await weeks.decide(ada, weekStart, 'rejected');
    await weeks.join(await person(), tuesday, 'blue');
    // The part of a user is live.
    const ownPart = { teamColor: 'red', redChips: 1, blueChips: 0 };
    expect((await reader.week(weekStart)).body).toEqual({ ...before, ownPart });
  });

  test('returns the verified chips of the caller by team, with their newest team', async () => {
    const { weekStart, tuesday, ada, ben } = await smallWeek();
    const partOf = async (user: Person) => (await weeks.as(user).week(weekStart)).body.ownPart;
    expect(await partOf(ada)).toEqual({ teamColor: 'red', redChips: 3, blueChips: 0 });
    expect(await partOf(ben)).toEqual({ teamColor: 'red', redChips: 0, blueChips: 0 });
    await weeks.decide(ben, tuesday, 'verified', 2);
    const wednesday = addDays(weekStart, 2);
    await weeks.join(ben, wednesday, 'blue');
    await weeks.checkIn(ben, wednesday, 'verified', 1);
    await weeks.join(ben, addDays(weekStart, 7), 'red');
    expect(await partOf(ben)).toEqual({ teamColor: 'blue', redChips: 2, blueChips: 1 });
    expect(await partOf(await person())).toBeNull();
  });

  test('counts who can still check in today, until the battle is executed', async () => {
    const { weekStart, tuesday, ada, ben, cleo, dan } = await smallWeek();
    const toComeAt = async (time: string) => {
      clock.set(new Date(`${tuesday}T${time}:00.000Z`));
      const { body } = await weeks.as(await weeks.renew(ada)).week(weekStart);
      return [body.redTeam.toCome, body.blueTeam.toCome];
    };
    for (const user of [ada, ben, cleo, dan]) await weeks.setWindow(user, 'UTC');
    await weeks.setWindow(dan, 'Pacific/Honolulu');
    // Ada and Ben have checked in on Tuesday, and Dan's Tuesday begins at 10:00 UTC. His Monday was rejected.
    expect(await toComeAt('09:00')).toEqual([0, 1]);
    expect(await toComeAt('12:00')).toEqual([0, 2]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', cleo.id).execute();
    expect(await toComeAt('12:00')).toEqual([0, 1]);
    weeks.end(weekStart);
    await machine.execute(weekStart);
    expect(await toComeAt('12:00')).toEqual([0, 0]);
  });

  test.each([-6, -5, 1, 2, 6])('returns 400 for a date %i days from a Monday', async (days) => {
    const day = addDays(weeks.begin(), days);
    const response = await weeks.as(await person()).week(day);
    expect(withCode(response)).toEqual({ status: 400, code: 'battle.not-a-monday' });
  });

  test.each(['2026-02-30', 'today', '2026-W47', '16.11.2026'])('returns 400 for %s', async (date) => {
    expect((await weeks.as(await person()).week(date)).status).toBe(400);
  });

  test('returns 401 without a token, and creates nothing', async () => {
    const weekStart = weeks.begin();
    expect((await weeks.as(null).week(weekStart)).status).toBe(401);
    expect(await weeks.rowOf(weekStart)).toBeUndefined();
  });

  test('returns 404 for another week without a battle, even with chains, and creates nothing', async () => {
    const { weekStart, ada } = await smallWeek();
    const next = addDays(weekStart, 7);
    await weeks.join(ada, next, 'red');
    for (const week of [next, addDays(weekStart, -7), '1900-01-01', '9999-12-27']) {
      expect(withCode(await weeks.as(ada).week(week))).toEqual({ status: 404, code: 'battle.not-found' });
      expect(await weeks.rowOf(week)).toBeUndefined();
    }
  });
});

describe('POST /api/workout-window/battle/execute/:weekStartDate', () => {
  test('executes the battle with the standings of the week, and stores it', async () => {
    const { weekStart, ada } = await smallWeek();
    const { battle: open } = (await weeks.as(ada).week(weekStart)).body;
    weeks.end(weekStart);
    const { status, body } = await machine.execute(weekStart);
    const { winner, battleResult } = fight(
      weekStart,
      { chips: 3, members: 2 },
      { chips: 1, members: 2 },
      describeOutcome,
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        battle: {
          ...open,
          bad_guy_power: battleResult.badGuyPower,
          battle_status: 'completed',
          winner,
          battle_result: battleResult,
          updated_at: clock.now().toISOString(),
        },
        winner,
        battleResult,
      },
    });
    expect(winner).toBe('red');
    expect(await weeks.rowOf(weekStart)).toMatchObject({
      red_team_chips: 3,
      blue_team_chips: 1,
      red_team_members: 2,
      blue_team_members: 2,
      red_team_robot_power: 70,
      blue_team_robot_power: 30,
      battle_status: 'completed',
      winner,
      battle_result: battleResult,
    });
  });

  test('returns the same bytes when repeated', async () => {
    const { weekStart, tuesday, ben } = await smallWeek();
    weeks.end(weekStart);
    const first = await machine.execute(weekStart);
    await weeks.decide(ben, tuesday, 'verified', 2);
    clock.advance(60 * MINUTE);
    const second = await machine.execute(weekStart);
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  test('creates the battle of a week that was not read before', async () => {
    const { weekStart } = await smallWeek();
    weeks.end(weekStart);
    clock.advance(21 * 24 * 60 * MINUTE);
    expect((await machine.execute(weekStart)).body.battle).toMatchObject({ red_team_chips: 3, winner: 'red' });
  });

  test('returns a tie for a week without members', async () => {
    const weekStart = weeks.begin();
    await weeks.as(await person()).week(weekStart);
    weeks.end(weekStart);
    const { body } = await machine.execute(weekStart);
    expect(body).toMatchObject({
      winner: 'tie',
      battleResult: { redRobotPower: 0, blueRobotPower: 0, badGuyPower: 1 },
    });
  });

  test('notifies each user in a chain of the result and their chips, once', async () => {
    const { weekStart, ada, ben, cleo, dan } = await smallWeek();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', dan.id).execute();
    weeks.end(weekStart);
    const { finalOutcome } = (await machine.execute(weekStart)).body.battleResult;
    await machine.execute(weekStart);
    const notifications = await weeks.notificationsOf('battle_results', weekStart);
    const week = `In the week of ${formatDate(weekStart)}`;
    const notificationTo = ({ id }: Person, team_color: TeamColor, chips: number, body: string) => ({
      user_id: id,
      title: 'Red won the battle',
      body: `${body} ${finalOutcome}`,
      data: { week_start_date: weekStart, winner: 'red', team_color, chips, final_outcome: finalOutcome },
    });
    expect(notifications).toHaveLength(3);
    expect(notifications).toEqual(
      expect.arrayContaining([
        notificationTo(ada, 'red', 3, `${week} you fought for Red, and won. You gave 3 chips.`),
        notificationTo(ben, 'red', 0, `${week} you fought for Red, and won. You gave no chips.`),
        notificationTo(cleo, 'blue', 1, `${week} you fought for Blue, and lost. You gave 1 chip.`),
      ]),
    );
    expect((await weeks.rowOf(weekStart))?.results_notified_at).toEqual(clock.now());
  });

  test('notifies thousands of users in batches', async () => {
    const weekStart = weeks.begin();
    const people = Array.from({ length: 2_001 }, (_, index) => ({
      id: crypto.randomUUID(),
      date: addDays(weekStart, index % 7),
      team_color: index % 2 === 0 ? ('red' as const) : ('blue' as const),
    }));
    const now = clock.now();
    const profiles = people.map(({ id }) => ({ id, role_changed_at: now, created_at: now, updated_at: now }));
    await deps.db.insertInto('profile').values(profiles).execute();
    const chains = people.map(({ id, ...row }) => ({ ...row, id, user_id: id, match_group: 'a', created_at: now }));
    await deps.db.insertInto('chain').values(chains).execute();
    weeks.end(weekStart);
    expect((await machine.execute(weekStart)).status).toBe(200);
    const notifications = (await weeks.notificationsOf('battle_results', weekStart)).map(({ user_id }) => user_id);
    expect(notifications).toEqual(people.map(({ id }) => id).toSorted());
  });

  test('accepts a super admin, and records one audit event', async () => {
    const { weekStart } = await smallWeek();
    weeks.end(weekStart);
    const root = await superAdmin();
    const { status, body } = await weeks.as(root).execute(weekStart);
    await weeks.as(root).execute(weekStart);
    expect(status).toBe(200);
    const records = await deps.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', body.battle.id)
      .execute();
    expect(records).toMatchObject([
      {
        actor_id: root.id,
        action: 'battle.execute',
        subject_type: 'battle',
        details: { week_start_date: weekStart },
      },
    ]);
  });

  test('returns 400 until the week has ended in all time zones, and changes nothing', async () => {
    const { weekStart, ada } = await smallWeek();
    await weeks.as(ada).week(weekStart);
    const before = await weeks.rowOf(weekStart);
    for (const instant of [`${weekStart}T00:00:00.000Z`, `${addDays(weekStart, 7)}T11:59:59.999Z`]) {
      clock.set(new Date(instant));
      expect(withCode(await machine.execute(weekStart))).toEqual({ status: 400, code: 'battle.week-not-over' });
    }
    for (const future of [addDays(weekStart, 14), '9999-12-27']) {
      expect(withCode(await machine.execute(future))).toEqual({ status: 400, code: 'battle.week-not-over' });
      expect(await weeks.rowOf(future)).toBeUndefined();
    }
    expect(await weeks.rowOf(weekStart)).toEqual(before);
    expect(await weeks.notificationsOf('battle_results', weekStart)).toEqual([]);
    clock.advance(1);
    expect((await machine.execute(weekStart)).status).toBe(200);
  });

  test.each(['2026-11-17', '2026-02-30', 'last'])('returns 400 for %s', async (date) => {
    expect((await machine.execute(date)).status).toBe(400);
  });

  test('returns 401 without a token or with a wrong secret', async () => {
    const { weekStart } = await smallWeek();
    weeks.end(weekStart);
    for (const headers of [{}, { 'x-cron-secret': 'secret-of-the-autumn' }]) {
      expect((await weeks.as(null, headers).execute(weekStart)).status).toBe(401);
    }
    expect(await weeks.rowOf(weekStart)).toBeUndefined();
  });

  test('returns 403 for other users, whatever the week', async () => {
    const { weekStart } = await smallWeek();
    weeks.end(weekStart);
    const ada = await person();
    for (const week of [weekStart, addDays(weekStart, 1)]) {
      expect((await weeks.as(ada).execute(week)).status).toBe(403);
    }
    expect(await weeks.rowOf(weekStart)).toBeUndefined();
  });

  test('returns 404 for a week without chains, and creates nothing', async () => {
    const weekStart = weeks.begin();
    weeks.end(weekStart);
    for (const week of [weekStart, '1900-01-01']) {
      expect(withCode(await machine.execute(week))).toEqual({ status: 404, code: 'battle.not-found' });
      expect(await weeks.rowOf(week)).toBeUndefined();
    }
  });
});
