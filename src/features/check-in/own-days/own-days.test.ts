import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { countStatements } from '#test/count-statements.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING } from '../test-users.ts';
import { readOwnDays } from './own-days.actions.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const { checkIn, looked, peopleAt, renewed, setUp } = createTestUsers(app);
clock.set(MORNING);

const read = (caller: Person | null, query = '') => call(caller, 'GET', `/api/workout-window/my-checkins${query}`);

/** Creates a user with a window at eight in Berlin. */
async function user(): Promise<Person> {
  const [created] = await peopleAt(8);
  return created as Person;
}

type Status = 'pending' | 'verified' | 'rejected';

/** Inserts a check-in of a date as a row, without a photo. */
async function insert({ id }: Person, date: string, status: Status = 'verified', chips = 1): Promise<void> {
  const row = {
    id: randomUUID(),
    user_id: id,
    date,
    timezone: 'Europe/Berlin',
    activity_type: 'walk' as const,
    within_window: true,
    photo_timestamp: clock.now(),
    continues_chain: chips === 2,
    status,
    rejection_reason: status === 'rejected' ? 'Not you.' : null,
    battle_chips_earned: status === 'rejected' ? 0 : chips,
    created_at: clock.now(),
  };
  await deps.db.insertInto('check_in').values(row).execute();
}

/** Inserts check-ins of the dates that are so many days before DATE. */
async function insertDaysAgo(owner: Person, ...daysAgo: number[]): Promise<void> {
  for (const days of daysAgo) await insert(owner, addDays(DATE, -days));
}

/** Returns the streaks at an instant. */
async function streaksAt(owner: Person, instant: string): Promise<[number, number]> {
  clock.set(new Date(instant));
  try {
    const { status, body } = await read(await renewed(owner));
    expect(status).toBe(200);
    return [body.current_streak, body.longest_streak];
  } finally {
    clock.set(MORNING);
  }
}

const datesOf = async (caller: Person, query: string): Promise<string[]> => {
  const { status, body } = await read(caller, query);
  expect(status).toBe(200);
  return body.checkins.map(({ date }: { date: string }) => date);
};

describe('GET /api/workout-window/my-checkins', () => {
  const EMPTY = { checkins: [], days: expect.any(Array), total_chips: 0, current_streak: 0, longest_streak: 0 };

  test('returns an empty list without check-ins, with a window or without', async () => {
    for (const caller of [await user(), await person()]) expect((await read(caller)).body).toEqual(EMPTY);
  });

  test('returns each check-in as the route of its date does, with photo and coordinates', async () => {
    const ada = await user();
    await checkIn(ada, { latitude: '52.516275', longitude: '13.377704' });
    await looked();
    const { body } = await read(ada);
    const { checkin } = (await call(ada, 'GET', `/api/workout-window/checkin/${DATE}`)).body;
    expect(body).toEqual({
      checkins: [checkin],
      days: expect.any(Array),
      total_chips: 1,
      current_streak: 1,
      longest_streak: 1,
    });
    expect(checkin).toMatchObject({
      date: DATE,
      status: 'verified',
      activity_type: 'walk',
      battle_chips_earned: 1,
      location_lat: 52.516275,
      photo_url: expect.stringContaining('/media/check-ins/'),
      photo_thumbnail: { url: expect.stringContaining('/media/check-in-tiles/'), width: 256, height: 256 },
    });
    expect((await app.server.inject({ method: 'GET', url: checkin.photo_url })).statusCode).toBe(200);
  });

  test('lists the dates of the range oldest first, both ends included', async () => {
    const ada = await user();
    await insertDaysAgo(ada, 1, 5, 3, 2, 4);
    const [from, to] = [addDays(DATE, -4), addDays(DATE, -2)];
    expect(await datesOf(ada, `?from=${from}&to=${to}`)).toEqual([from, addDays(DATE, -3), to]);
    expect(await datesOf(ada, `?from=${from}&to=${from}`)).toEqual([from]);
    expect(await datesOf(ada, '?from=2020-01-01&to=2020-12-31')).toEqual([]);
  });

  test('lists the last 31 dates by default, up to today in the time zone of the window', async () => {
    const ada = await user();
    await insertDaysAgo(ada, 0, 30, 31);
    expect(await datesOf(ada, '')).toEqual([addDays(DATE, -30), DATE]);
    expect(await datesOf(ada, `?to=${addDays(DATE, -1)}`)).toEqual([addDays(DATE, -31), addDays(DATE, -30)]);
    expect(await datesOf(ada, `?from=${addDays(DATE, -29)}`)).toEqual([DATE]);

    const east = await person();
    await setUp(east, { hour: 8, timezone: 'Pacific/Kiritimati' });
    await insert(east, addDays(DATE, 1));
    clock.set(new Date(`${DATE}T10:00:00Z`));
    expect(await datesOf(await renewed(east), '')).toEqual([addDays(DATE, 1)]);
    clock.set(MORNING);
  });

  test('counts the chips of verified check-ins in the range', async () => {
    const ada = await user();
    await insert(ada, addDays(DATE, -40), 'verified', 2);
    await insert(ada, addDays(DATE, -3), 'verified', 2);
    await insert(ada, addDays(DATE, -2), 'rejected');
    await insert(ada, addDays(DATE, -1), 'pending', 2);
    await insert(ada, DATE, 'verified', 1);
    const { body } = await read(ada);
    expect(body.total_chips).toBe(3);
    expect(body.checkins).toMatchObject([
      { status: 'verified', battle_chips_earned: 2, rejection_reason: null },
      { status: 'rejected', battle_chips_earned: 0, rejection_reason: 'Not you.' },
      { status: 'pending', battle_chips_earned: 2 },
      { status: 'verified', battle_chips_earned: 1 },
    ]);
  });

  test('counts streaks over all check-ins, as the battle history does', async () => {
    const ada = await user();
    await insertDaysAgo(ada, 400, 401, 402, 403, 2, 1);
    const { body } = await read(ada, `?from=${DATE}&to=${DATE}`);
    expect(body).toEqual({ ...EMPTY, current_streak: 2, longest_streak: 4 });
    const { userStats } = (await call(ada, 'GET', '/api/workout-window/battle/history')).body;
    expect(userStats.longestChain).toBe(body.longest_streak);
  });

  test('keeps the current streak until today is over in the time zone of the window', async () => {
    const ada = await user();
    await insertDaysAgo(ada, 2, 1);
    expect(await streaksAt(ada, '2026-11-18T22:59:59.999Z')).toEqual([2, 2]);
    expect(await streaksAt(ada, '2026-11-18T23:00:00Z')).toEqual([0, 2]);
    await setUp(ada, { hour: 23 });
    expect(await streaksAt(ada, '2026-11-18T23:59:59.999Z')).toEqual([2, 2]);
    expect(await streaksAt(ada, '2026-11-19T00:00:00Z')).toEqual([0, 2]);
    await setUp(ada, { hour: 8, timezone: 'America/Denver' });
    expect(await streaksAt(ada, '2026-11-19T06:59:59Z')).toEqual([2, 2]);
  });

  test('ends the current streak when the check-in of today is rejected, and resumes it when it is approved', async () => {
    const [ada, admin] = [await user(), await superAdmin()];
    await insertDaysAgo(ada, 2, 1);
    const { id } = (await checkIn(ada)).body.checkin;
    await looked();
    const streaks = async () => {
      const { body } = await read(ada);
      return [body.current_streak, body.longest_streak];
    };
    expect(await streaks()).toEqual([3, 3]);
    const decide = (decision: string, body?: object) =>
      call(admin, 'POST', `/api/workout-window/admin/checkins/${id}/${decision}`, body);
    await decide('reject', { reason: 'Not you.' });
    expect(await streaks()).toEqual([0, 2]);
    await decide('verify');
    expect(await streaks()).toEqual([3, 3]);
  });

  test('ends the current streak during a pause', async () => {
    const ada = await user();
    await insertDaysAgo(ada, 2, 1);
    await call(ada, 'DELETE', '/api/workout-window/my-window');
    expect(await streaksAt(ada, '2026-11-18T12:00:00Z')).toEqual([2, 2]);
    expect(await streaksAt(ada, '2026-11-19T12:00:00Z')).toEqual([0, 2]);
  });

  test('returns own check-ins only, also to neighbours and super admins', async () => {
    const [ada, ben] = (await peopleAt(8, 10)) as [Person, Person];
    await insert(ada, DATE);
    expect((await read(ben)).body).toEqual(EMPTY);
    expect((await read(await superAdmin())).body).toEqual(EMPTY);
    await call(ben, 'POST', `/api/users/${ada.id}/block`);
    expect((await read(ada)).body.checkins).toMatchObject([{ user_name: 'Person 0' }]);
  });

  test('reads a year with three statements', async () => {
    const ada = await user();
    await insertDaysAgo(ada, 0, 1, 2, 364, 365);
    const { db, count } = countStatements(deps.db);
    const actor = { userId: ada.id } as Parameters<typeof readOwnDays>[1];
    const { checkins } = await readOwnDays({ ...deps, db }, actor, { from: addDays(DATE, -365), to: DATE });
    expect(checkins).toHaveLength(5);
    expect(count()).toBe(3);
  });

  test.each([
    ['a date', '2026-11-18', '2026-11-18', 200],
    ['366 days', '2025-01-01', '2026-01-01', 200],
    ['a leap year', '2024-01-01', '2024-12-31', 200],
    ['367 days', '2025-01-01', '2026-01-02', 400],
    ['backwards', '2026-11-18', '2026-11-17', 400],
    ['centuries', '1900-01-01', '9999-12-31', 400],
  ])('a range of %s, %s to %s: %i', async (_what, from, to, expected) => {
    const { status, body } = await read(await person(), `?from=${from}&to=${to}`);
    expect(status).toBe(expected);
    if (expected === 400) expect(body.code).toBe('check-in.range-invalid');
  });

  test.each(['from=2026-11-19', 'from=2020-01-01'])('400 refuses %s without an end: it is today', async (query) => {
    expect(await read(await user(), `?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'check-in.range-invalid' },
    });
  });

  test.each(['from=2026-02-30', 'to=today', 'from=', 'to=2026-11-18T00:00:00Z', 'from=2026-11-17&from=2026-11-18'])(
    '400 refuses %s',
    async (query) => {
      expect(await read(await person(), `?${query}`)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );

  test('returns 403 to an inactive user', async () => {
    const [ada, root] = [await user(), await superAdmin()];
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    expect((await read(ada)).status).toBe(403);
  });

  test('returns 401 without a token', async () => {
    expect((await read(null)).status).toBe(401);
  });
});
