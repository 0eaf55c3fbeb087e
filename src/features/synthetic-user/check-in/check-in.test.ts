import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import type { Person } from '#test/start-test-app.ts';
import { type Generated, startSyntheticApp } from '../test-generation.ts';
import { decidesToCheckIn, hourOfCheckIn } from './check-in.rules.ts';

const app = await startSyntheticApp();
const { call, clock, deps, generated, chainsOn, checkInsOn, person, runJob, superAdmin } = app;

const HOUR = 60 * 60 * 1000;
const HOUSTON = 'America/Chicago';
const MORNINGS = { regions: { South: 1 }, windowSlots: { '6-8': 1, '8-10': 1 }, checkInProbability: 100 };

/** Dates far from each other, a fresh one for each test: in Houston it is six hours behind UTC then. */
let week = 0;
let today = '';

beforeEach(async () => {
  await app.deleteAllSyntheticUsers();
  await deps.db.deleteFrom('workout_window').execute();
  today = new Date(Date.UTC(2026, 11, 1) + week * 7 * 24 * HOUR).toISOString().slice(0, 10);
  week += 1;
  goTo(0);
});

/** Sets the clock to an hour of the day in Houston, which may be one of the day after. */
function goTo(hour: number): void {
  clock.set(new Date(Date.parse(`${today}T06:00:00Z`) + hour * HOUR));
}

const startingAt = (users: readonly Generated[], time: string) =>
  users.filter(({ window_start_time }) => window_start_time === time).map(({ id }) => id);

const inHour = (ids: readonly string[], hour: number) => ids.filter((id) => hourOfCheckIn(id, today) === hour);

const resultsOf = async () => {
  const { status, body } = await runJob();
  expect([status, body.success]).toEqual([200, true]);
  return body.results;
};

const run = (checked_in: number, skipped = 0) => ({ checked_in, skipped, failed: 0, errors: [] });

/** A real person in Houston with two hours from this time on. */
async function neighbour(start: string, end: string): Promise<Person> {
  const ada = await person();
  const place = { city: 'Houston', region: 'Texas', country: 'US' };
  await call(ada, 'PUT', '/api/workout-window/update-location', place);
  const window = { windowStartTime: start, windowEndTime: end, timezone: HOUSTON };
  await call(ada, 'POST', '/api/workout-window/setup', { activityType: 'walk', ...window });
  return ada;
}

/** Returns the check-in of a user on a date as other users see it. */
async function checkInOf(userId: string, status: 'pending' | 'verified' | 'rejected', date = today): Promise<void> {
  const now = clock.now();
  await deps.db
    .insertInto('check_in')
    .values({
      id: randomUUID(),
      user_id: userId,
      date,
      timezone: HOUSTON,
      activity_type: 'walk',
      within_window: true,
      photo_timestamp: now,
      status,
      ...(status === 'rejected' && { rejection_reason: 'No photo', battle_chips_earned: 0 }),
      continues_chain: false,
      created_at: now,
    })
    .execute();
}

describe('POST /api/workout-window/cron/ai-checkins', () => {
  test('checks users in within their windows, in the first or second hour, once each', async () => {
    const users = await generated(10, MORNINGS);
    const [early, late] = [startingAt(users, '06:00'), startingAt(users, '08:00')];
    goTo(5.9);
    expect(await resultsOf()).toEqual(run(0));
    goTo(6);
    expect(await resultsOf()).toEqual(run(inHour(early, 0).length));
    expect((await checkInsOn(today)).map(({ user_id }) => user_id)).toEqual(inHour(early, 0).toSorted());
    expect(await resultsOf()).toEqual(run(0, inHour(early, 0).length));
    goTo(7);
    expect(await resultsOf()).toEqual(run(inHour(early, 1).length, inHour(early, 0).length));
    goTo(9.9);
    expect(await resultsOf()).toEqual(run(late.length, early.length));
    const rows = await checkInsOn(today);
    const chains = new Map((await chainsOn(today)).map((chain) => [chain.user_id, chain]));
    expect(rows.map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id).toSorted());
    for (const row of rows) {
      const isLate = late.includes(row.user_id);
      expect(row).toMatchObject({
        chain_id: chains.get(row.user_id)?.id,
        timezone: HOUSTON,
        status: 'verified',
        within_window: true,
        photo_key: null,
        photo_digest: null,
        location_lat: null,
        continues_chain: isLate,
        battle_chips_earned: isLate ? 2 : 1,
      });
      expect(chains.get(row.user_id)?.has_check_in).toBe(true);
    }
  });

  test('catches up on missed hours of the date, in the order that continues chains', async () => {
    const users = await generated(10, MORNINGS);
    goTo(23.9);
    expect(await resultsOf()).toEqual(run(10));
    const rows = await checkInsOn(today);
    const late = startingAt(users, '08:00').toSorted();
    expect(rows.filter(({ continues_chain }) => continues_chain).map(({ user_id }) => user_id)).toEqual(late);
    expect(rows.filter(({ within_window }) => within_window)).toEqual([]);
  });

  test('checks no user in for a past date', async () => {
    await generated(4, MORNINGS);
    goTo(24);
    expect(await resultsOf()).toEqual(run(0));
    expect(await checkInsOn(today)).toEqual([]);
  });

  test('counts a window across midnight for the date of its start', async () => {
    const [user] = await generated(1, MORNINGS);
    await deps.db
      .updateTable('workout_window')
      .set({ window_start_time: '23:00', window_end_time: '01:00' })
      .where('user_id', '=', user?.id ?? '')
      .execute();
    goTo(24.9);
    expect(await resultsOf()).toEqual(run(1));
    expect(await checkInsOn(today)).toMatchObject([{ user_id: user?.id, within_window: true }]);
  });

  test('skips users by their probability for the whole day', async () => {
    await generated(6, { ...MORNINGS, checkInProbability: 0 });
    const some = await generated(60, { ...MORNINGS, regions: { Midwest: 1 }, checkInProbability: 50 });
    goTo(12);
    const willing = some.map(({ id }) => id).filter((id) => decidesToCheckIn(id, today, 50));
    expect(await resultsOf()).toEqual(run(willing.length, 66 - willing.length));
    expect((await checkInsOn(today)).map(({ user_id }) => user_id)).toEqual(willing.toSorted());
    goTo(20);
    expect(await resultsOf()).toEqual(run(0, 66));
  });

  test('excludes users who are disabled, inactive or in no chain', async () => {
    const [inactive, blocked, unmatched, other] = (await generated(4, MORNINGS)).map(({ id }) => id);
    await call(await superAdmin(), 'PUT', `/api/workout-window/admin/ai-users/${inactive}/toggle`, { isActive: false });
    await deps.db
      .updateTable('profile')
      .set({ is_active: false })
      .where('id', '=', blocked ?? '')
      .execute();
    await deps.db
      .deleteFrom('chain')
      .where('user_id', '=', unmatched ?? '')
      .execute();
    goTo(12);
    expect(await resultsOf()).toEqual(run(1, 1));
    expect((await checkInsOn(today)).map(({ user_id }) => user_id)).toEqual([other]);
  });

  test('accepts no date before the last check-in', async () => {
    const [user] = await generated(1, MORNINGS);
    const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);
    await checkInOf(user?.id ?? '', 'verified', tomorrow);
    goTo(12);
    expect(await resultsOf()).toEqual(run(0, 1));
  });

  test.each([
    ['pending', 2],
    ['verified', 2],
    ['rejected', 1],
  ] as const)('200 earns by what a human before has done: %s, %i', async (status, chips) => {
    const ada = await neighbour('06:00', '08:00');
    const [user] = await generated(1, { ...MORNINGS, windowSlots: { '8-10': 1 } });
    await checkInOf(ada.id, status);
    goTo(12);
    await runJob();
    const [row] = (await checkInsOn(today)).filter(({ user_id }) => user_id === user?.id);
    expect([row?.battle_chips_earned, row?.continues_chain]).toEqual([chips, chips === 2]);
  });

  test('notifies a real after user once, marked as synthetic', async () => {
    const ada = await neighbour('08:00', '10:00');
    const [user] = await generated(1, { ...MORNINGS, windowSlots: { '6-8': 1 } });
    goTo(7);
    await runJob();
    await runJob();
    const notifications = await deps.db.selectFrom('notification').selectAll().where('user_id', '=', ada.id).execute();
    expect(notifications).toMatchObject([
      {
        kind: 'baton_pass',
        body: `${user?.user_name} (AI) has checked in. Keep the chain going.`,
        data: { date: today, from_user_id: user?.id, is_ai: true },
      },
    ]);
  });

  test('keeps chain rows when the group is matched again', async () => {
    const users = await generated(6, MORNINGS);
    goTo(12);
    await runJob();
    const before = await chainsOn(today);
    expect(before.map(({ has_check_in }) => has_check_in)).toEqual(Array(6).fill(true));
    await generated(6, MORNINGS);
    const ids = users.map(({ id }) => id);
    expect((await chainsOn(today)).filter(({ user_id }) => ids.includes(user_id))).toEqual(before);
  });

  test('counts failed users, stores nothing of them, and checks them in with the next run', async () => {
    await generated(3, MORNINGS);
    goTo(12);
    await sql`create function refuse_all() returns trigger language plpgsql as $$
      begin raise exception 'canary'; end $$`.execute(deps.db);
    await sql`create trigger refuse_all before insert on check_in for each row execute function refuse_all()`.execute(
      deps.db,
    );
    const { body, text } = await runJob();
    await sql`drop function refuse_all cascade`.execute(deps.db);
    expect(body.results).toEqual({
      checked_in: 0,
      skipped: 0,
      failed: 3,
      errors: [`3 users could not be checked in for ${today}. The next run tries again.`],
    });
    expect(text).not.toContain('canary');
    expect((await chainsOn(today)).filter(({ has_check_in }) => has_check_in)).toEqual([]);
    expect(await resultsOf()).toEqual(run(3));
  });

  test('checks in a thousand users with the statements of a few', async () => {
    const statementsFor = async (count: number) => {
      await app.deleteAllSyntheticUsers();
      await generated(count, { windowSlots: { '6-8': 1 }, checkInProbability: 100 });
      goTo(14);
      const { db } = deps;
      const counted = countStatements(db);
      Object.assign(deps, { db: counted.db });
      onTestFinished(() => void Object.assign(deps, { db }));
      expect(await resultsOf()).toEqual(run(count));
      Object.assign(deps, { db });
      goTo(0);
      return counted.count();
    };
    const ofFew = await statementsFor(30);
    expect(ofFew).toBeGreaterThan(5);
    // 500 in a batch.
    expect(await statementsFor(1_000)).toBeLessThanOrEqual(2 * ofFew);
  });

  test('does nothing while another run is in progress', async () => {
    await generated(1, MORNINGS);
    goTo(12);
    await deps.jobs.runExclusive('ai-checkins', async () => {
      const { body } = await runJob();
      expect(body.message).toBe('Another run is under way, so this one did nothing.');
      expect(body.results).toEqual(run(0));
      return {};
    });
    expect(await checkInsOn(today)).toEqual([]);
  });

  test.each([
    ['no secret', null],
    ['a wrong secret', 'secret-of-the-autumn'],
  ])('returns 401 for %s', async (_what, secret) => {
    expect((await runJob(secret)).status).toBe(401);
  });
});
