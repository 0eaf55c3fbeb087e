import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createWeeks, SECRET } from '../test-weeks.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: SECRET } });
const { person, superAdmin, deps, clock } = app;
const weeks = createWeeks(app);
const { machine } = weeks;

const DAY = 24 * 60 * 60_000;
const HALF_A_DAY = DAY / 2;

// The job reads the weeks of all tests.
beforeEach(async () => {
  for (const table of ['battle', 'chain', 'check_in'] as const) await deps.db.deleteFrom(table).execute();
});

/** Seeds a week with a user who earned two chips on its Monday. */
async function weekWith(...people: Person[]): Promise<string> {
  const weekStart = weeks.begin();
  for (const user of people) {
    await weeks.join(user, weekStart, 'red');
    await weeks.checkIn(user, weekStart, 'verified', 2);
  }
  return weekStart;
}

const peopleTold = async (kind: string, weekStart: string) =>
  (await weeks.notificationsOf(kind, weekStart)).map(({ user_id }) => user_id);

describe('POST /api/workout-window/battle/cron/generate-weekly', () => {
  test('opens the current week, and not the next one', async () => {
    const weekStart = await weekWith(await person());
    await machine.generateWeekly();
    clock.advance(7 * DAY);
    const next = addDays(weekStart, 7);
    const { status, body } = await machine.generateWeekly();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: `The battle of ${next} is open. Executed: 0; failed: 0.`,
        battle: { week_start_date: next, week_end_date: addDays(next, 6), battle_status: 'in_progress', winner: null },
        executed: [],
        results: { errors: [] },
      },
    });
    expect(await weeks.rowOf(addDays(next, 7))).toBeUndefined();
  });

  test('changes nothing and notifies no user again when repeated', async () => {
    const [ada, late] = [await person(), await person()];
    const weekStart = await weekWith(ada);
    const first = await machine.generateWeekly();
    const before = await weeks.rowOf(weekStart);
    expect(await weeks.notificationsOf('battle_update', weekStart)).toEqual([
      {
        user_id: ada.id,
        title: 'A new battle begins',
        body: 'You fight for Red this week. Every verified check-in earns chips for your team.',
        data: { week_start_date: weekStart, team_color: 'red' },
      },
    ]);
    clock.advance(DAY);
    await weeks.join(late, addDays(weekStart, 1), 'blue');
    const second = await machine.generateWeekly();
    expect(second.body.battle).toEqual({
      ...first.body.battle,
      blue_team_robot_power: 5,
      bad_guy_power: 32,
    });
    expect(await weeks.rowOf(weekStart)).toEqual(before);
    expect(await peopleTold('battle_update', weekStart)).toEqual([ada.id]);
  });

  test('notifies of the opening if a request created the battle before', async () => {
    const ada = await person();
    const weekStart = await weekWith(ada);
    await weeks.as(await weeks.renew(ada)).week(weekStart);
    await machine.generateWeekly();
    expect(await peopleTold('battle_update', weekStart)).toEqual([ada.id]);
  });

  test('executes the last week from Monday 12:00 UTC', async () => {
    const ada = await person();
    const weekStart = await weekWith(ada);
    await machine.generateWeekly();
    clock.advance(7 * DAY);
    expect((await machine.generateWeekly()).body.executed).toEqual([]);
    clock.advance(HALF_A_DAY - 1);
    expect((await machine.generateWeekly()).body.executed).toEqual([]);
    clock.advance(1);
    const { body } = await machine.generateWeekly();
    expect(body).toMatchObject({
      battle: { week_start_date: addDays(weekStart, 7) },
      executed: [{ week_start_date: weekStart, battle_status: 'completed', winner: 'red', red_team_chips: 2 }],
    });
    expect((await weeks.as(await weeks.renew(ada)).week(weekStart)).body.battle).toEqual(body.executed[0]);
    expect((await machine.execute(weekStart)).body.battle).toEqual(body.executed[0]);
    expect(await peopleTold('battle_results', weekStart)).toEqual([ada.id]);
    expect((await machine.generateWeekly()).body.executed).toEqual([]);
  });

  test('executes all earlier weeks, oldest first, including weeks without a battle row', async () => {
    const ada = await person();
    const [first, second] = [await weekWith(ada), await weekWith(ada)];
    await weeks.as(await weeks.renew(ada)).week(second);
    weeks.end(second);
    const { body } = await machine.generateWeekly();
    expect(body.executed).toMatchObject([{ week_start_date: first }, { week_start_date: second }]);
  });

  test('sends results that a failed node did not send, once', async () => {
    const [ada, ben] = [await person(), await person()];
    const weekStart = await weekWith(ada, ben);
    weeks.end(weekStart);
    await machine.execute(weekStart);
    const notifications = await weeks.notificationsOf('battle_results', weekStart);
    await deps.db.updateTable('battle').set({ results_notified_at: null }).execute();
    await deps.db.deleteFrom('notification').where('user_id', '=', ben.id).execute();
    expect((await machine.generateWeekly()).body.results.errors).toEqual([]);
    expect(await weeks.notificationsOf('battle_results', weekStart)).toEqual(notifications);
    expect((await weeks.rowOf(weekStart))?.results_notified_at).toEqual(clock.now());
  });

  test('lists failed notifications, and the next run sends them', async () => {
    const [ada, ben] = [await person(), await person()];
    const weekStart = await weekWith(ada, ben);
    weeks.end(weekStart);
    const next = addDays(weekStart, 7);
    await weeks.join(ada, next, 'blue');
    const refusal = sql`alter table notification add constraint no_battles check (kind not like 'battle%') not valid`;
    await refusal.execute(deps.db);
    const { body } = await machine.generateWeekly();
    await sql`alter table notification drop constraint no_battles`.execute(deps.db);
    const error = 'Some users could not be notified. The next run continues.';
    expect(body.results.errors).toEqual([`${next}: ${error}`, `${weekStart}: ${error}`]);
    expect(body.executed).toMatchObject([{ week_start_date: weekStart, battle_status: 'completed' }]);
    expect((await weeks.rowOf(weekStart))?.results_notified_at).toBeNull();
    expect((await weeks.rowOf(next))?.opening_notified_at).toBeNull();

    expect((await machine.generateWeekly()).body.results.errors).toEqual([]);
    expect(await peopleTold('battle_results', weekStart)).toEqual([ada.id, ben.id].toSorted());
    expect(await peopleTold('battle_update', next)).toEqual([ada.id]);
  });

  test('lists a failed week, executes the others, and executes that week in the next run', async () => {
    const ada = await person();
    const [lockedWeek, other] = [await weekWith(ada), await weekWith(ada)];
    await weeks.as(await weeks.renew(ada)).week(other);
    weeks.end(other);
    await deps.db.transaction().execute(async (tx) => {
      // Creates the battle of the first week in a transaction that outlasts the lock timeout.
      const week = { week_start_date: lockedWeek, week_end_date: addDays(lockedWeek, 6) };
      await tx
        .insertInto('battle')
        .values({ id: deps.ids.next(), ...week, created_at: clock.now(), updated_at: clock.now() })
        .execute();
      const { status, body } = await machine.generateWeekly();
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          success: true,
          executed: [{ week_start_date: other }],
          results: { errors: [expect.stringMatching(`^${lockedWeek}: `)] },
        },
      });
    });
    const { body } = await machine.generateWeekly();
    expect(body).toMatchObject({ executed: [{ week_start_date: lockedWeek }], results: { errors: [] } });
  });

  test('does nothing while another run is in progress', async () => {
    const weekStart = weeks.begin();
    await deps.jobs.runExclusive('generate-weekly', async () => {
      expect((await machine.generateWeekly()).body).toEqual({
        success: true,
        message: 'Another run is under way, so this one did nothing.',
        battle: null,
        executed: [],
        results: { errors: [] },
      });
      return {};
    });
    expect(await weeks.rowOf(weekStart)).toBeUndefined();
  });

  test('returns 401 without the secret, also for a super admin', async () => {
    const weekStart = weeks.begin();
    for (const response of [
      await weeks.as(null).generateWeekly(),
      await weeks.as(null, { 'x-cron-secret': 'secret-of-the-autumn' }).generateWeekly(),
      await weeks.as(await superAdmin()).generateWeekly(),
    ]) {
      expect(response.status).toBe(401);
    }
    expect(await weeks.rowOf(weekStart)).toBeUndefined();
  });
});
