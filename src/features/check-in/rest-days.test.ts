import { afterEach, describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING, timeOf, ZONE } from './test-users.ts';

/* DATE is a Wednesday, and it is ten in the morning in Berlin. */

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps } = app;
const { checkIn, looked, notificationsOf, peopleAt, renewed } = createTestUsers(app);
clock.set(MORNING);
afterEach(() => clock.set(MORNING));

const WEDNESDAY = 3;
const THURSDAY = 4;
const TOMORROW = addDays(DATE, 1);

type Rest = { restDays?: number[] | null; pause?: { from: string; until: string } | null };

const setRest = async (owner: Person, hour: number, rest: Rest) =>
  call(owner, 'POST', '/api/workout-window/setup', {
    activityType: 'walk',
    windowStartTime: timeOf(hour),
    windowEndTime: timeOf(hour + 2),
    timezone: ZONE,
    ...rest,
  });

const run = (job: string) =>
  call(null, 'POST', `/api/workout-window/cron/${job}`, undefined, { 'x-cron-secret': 'secret-of-the-spring' });

const get = async (caller: Person, path: string) => (await call(caller, 'GET', path)).body;
const neighboursOf = async (caller: Person, date = DATE) => {
  const { chain } = await get(caller, `/api/workout-window/chain/${date}`);
  return chain && [chain.beforeUser?.userId ?? null, chain.afterUser?.userId ?? null];
};

async function three(...hours: [number, number, number]): Promise<[Person, Person, Person]> {
  return (await peopleAt(...hours)) as [Person, Person, Person];
}

describe('a rest day', () => {
  test('takes the user out of the chains of today and tomorrow, and puts them back', async () => {
    const [ada, ben, cleo] = await three(12, 14, 16);
    expect(await neighboursOf(ben)).toEqual([ada.id, cleo.id]);
    const { status, body } = await setRest(ben, 14, { restDays: [THURSDAY, WEDNESDAY] });
    expect([status, body.window.rest_days]).toEqual([200, [WEDNESDAY, THURSDAY]]);
    for (const date of [DATE, TOMORROW]) {
      expect(await neighboursOf(ben, date)).toBeNull();
      expect(await neighboursOf(ada, date)).toEqual([null, cleo.id]);
    }
    await setRest(ben, 14, { restDays: [THURSDAY] });
    expect(await neighboursOf(ben)).toEqual([ada.id, cleo.id]);
    expect(await neighboursOf(ben, TOMORROW)).toBeNull();
    await setRest(ben, 14, { restDays: null });
    expect(await neighboursOf(ben, TOMORROW)).toEqual([ada.id, cleo.id]);
  });

  test('is kept by a setup without it', async () => {
    const [ada] = await three(12, 14, 16);
    await setRest(ada, 12, { restDays: [7], pause: { from: TOMORROW, until: TOMORROW } });
    const { body } = await setRest(ada, 13, {});
    expect(body.window).toMatchObject({ rest_days: [7], pause: { from: TOMORROW, until: TOMORROW } });
    expect((await get(ada, '/api/workout-window/my-window')).window).toEqual(body.window);
    expect((await get(ada, '/api/me')).window).toEqual(body.window);
  });

  test('holds from tomorrow once the window of today has opened', async () => {
    const [ada] = await three(9, 12, 14);
    await setRest(ada, 9, { restDays: [WEDNESDAY] });
    expect(await get(ada, `/api/workout-window/checkin/${DATE}`)).toMatchObject({ status: 'pending' });
    expect(await get(ada, `/api/workout-window/checkin/${addDays(DATE, 7)}`)).toMatchObject({ status: 'rest' });
    // Neither does it if the window moves to the evening at the same time.
    const [ben] = await three(9, 12, 14);
    await setRest(ben, 20, { restDays: [WEDNESDAY] });
    expect(await get(ben, `/api/workout-window/checkin/${DATE}`)).toMatchObject({ status: 'not_started' });
  });

  test('keeps a check-in that was made before, and its chain', async () => {
    const [ada, ben] = await three(12, 14, 16);
    await checkIn(ada);
    await looked();
    await setRest(ada, 12, { restDays: [WEDNESDAY] });
    expect(await get(ada, `/api/workout-window/checkin/${DATE}`)).toMatchObject({ status: 'completed' });
    expect((await neighboursOf(ben))?.[0]).toBe(ada.id);
  });

  test('can have a check-in, which counts without a chain', async () => {
    const [ada] = await three(12, 14, 16);
    await setRest(ada, 12, { restDays: [WEDNESDAY] });
    const { status, body } = await checkIn(ada);
    expect([status, body.checkin.chain_id, body.battleChipsEarned, body.chainStart]).toEqual([201, null, 1, true]);
    await looked();
    expect(await get(ada, `/api/workout-window/checkin/${DATE}`)).toMatchObject({ status: 'completed' });
    expect(await get(ada, '/api/workout-window/my-checkins')).toMatchObject({ current_streak: 1, total_chips: 1 });
    expect(await get(ada, '/api/today')).toMatchObject({ state: 'checked_in', chain: null });
  });

  test('is shown today, with the next window after it', async () => {
    const [ada] = await three(12, 14, 16);
    await setRest(ada, 12, { restDays: [WEDNESDAY, THURSDAY], pause: { from: '2026-11-20', until: '2026-11-22' } });
    expect(await get(ada, '/api/today')).toMatchObject({
      date: DATE,
      state: 'rest',
      chain: null,
      window: { opens_at: '2026-11-18T11:00:00.000Z', next: { opens_at: '2026-11-23T11:00:00.000Z' } },
    });
  });

  test('is one in the list of own days, each date once', async () => {
    const [ada] = await three(12, 14, 16);
    await setRest(ada, 12, { restDays: [THURSDAY], pause: { from: '2026-11-21', until: '2026-11-22' } });
    await checkIn(ada);
    await looked();
    const query = `from=${addDays(DATE, -1)}&to=2026-11-23`;
    const { days } = await get(ada, `/api/workout-window/my-checkins?${query}`);
    expect(days.map(({ date, state }: { date: string; state: string }) => `${date} ${state}`)).toEqual([
      '2026-11-17 not_started',
      '2026-11-18 completed',
      '2026-11-19 rest',
      '2026-11-20 not_started',
      '2026-11-21 rest',
      '2026-11-22 rest',
      '2026-11-23 not_started',
    ]);
  });
});

describe('jobs', () => {
  test('neither remind a user who rests nor count the day as missed', async () => {
    const [ada, ben, cleo] = await three(12, 14, 16);
    await setRest(ben, 14, { restDays: [WEDNESDAY] });
    clock.set(new Date('2026-11-18T12:45:00Z'));
    await run('reminders');
    expect(await notificationsOf(await renewed(ben), 'check_in_reminder')).toEqual([]);
    clock.set(new Date('2026-11-18T23:00:00Z'));
    await run('end-of-day');
    expect(await notificationsOf(await renewed(ben), 'chain_broken')).toEqual([]);
    expect(await notificationsOf(await renewed(cleo), 'chain_broken')).toHaveLength(2);
    expect(await get(await renewed(ben), `/api/workout-window/checkin/${DATE}`)).toMatchObject({ status: 'rest' });
    expect(await get(await renewed(ada), `/api/workout-window/checkin/${DATE}`)).toMatchObject({ status: 'failed' });
  });

  test('leave out a user whose chain of the day is left over', async () => {
    const [ada, ben, cleo] = await three(12, 14, 16);
    const rows = await deps.db.selectFrom('chain').selectAll().where('user_id', '=', ben.id).execute();
    await setRest(ben, 14, { restDays: [WEDNESDAY] });
    // As if the rematch had failed.
    const row = rows.find(({ date }) => date === DATE);
    if (row === undefined) throw new Error('He was in a chain.');
    await deps.db
      .insertInto('chain')
      .values({ ...row, squad_id: null })
      .execute();
    const before = await get(ada, `/api/workout-window/team-stats/${DATE}`);
    const color = row.team_color === 'red' ? 'redTeam' : 'blueTeam';
    clock.set(new Date('2026-11-18T23:00:00Z'));
    await run('end-of-day');
    expect(await notificationsOf(await renewed(ben), 'chain_broken')).toEqual([]);
    const after = await get(await renewed(cleo), `/api/workout-window/team-stats/${DATE}`);
    expect(after[color].totalMembers).toBe(before[color].totalMembers);
    expect(after[color].failed).toBe(after[color].totalMembers - after[color].completed);
    const { mosaic } = await get(await renewed(cleo), `/api/workout-window/mosaic/${DATE}`);
    expect(mosaic.sections.map(({ userId }: { userId: string }) => userId)).not.toContain(ben.id);
  });
});

describe('a pause', () => {
  test('rests on each of its dates, ends early, and keeps what was', async () => {
    const [ada, ben, cleo] = await three(12, 14, 16);
    await setRest(ben, 14, { pause: { from: DATE, until: '2026-11-30' } });
    expect(await neighboursOf(ben)).toBeNull();
    clock.set(new Date('2026-11-20T09:00:00Z'));
    const owner = await renewed(ben);
    const { body } = await setRest(owner, 14, { pause: null });
    expect(body.window.pause).toBeNull();
    const { days, current_streak } = await get(owner, `/api/workout-window/my-checkins?from=${DATE}&to=2026-11-20`);
    expect(days.map(({ state }: { state: string }) => state)).toEqual(['rest', 'rest', 'not_started']);
    expect(current_streak).toBe(0);
    expect(await neighboursOf(owner, '2026-11-20')).toEqual([ada.id, cleo.id]);
  });

  test('continues the streak', async () => {
    const [ada] = await three(12, 14, 16);
    await checkIn(ada);
    await looked();
    await setRest(ada, 12, { pause: { from: TOMORROW, until: '2026-12-01' } });
    clock.set(new Date('2026-12-02T09:00:00Z'));
    const owner = await renewed(ada);
    expect(await get(owner, '/api/workout-window/my-checkins')).toMatchObject({ current_streak: 1, longest_streak: 1 });
    await checkIn(owner);
    expect(await get(owner, '/api/workout-window/my-checkins')).toMatchObject({ current_streak: 2, longest_streak: 2 });
    const battles = await get(owner, '/api/workout-window/battle/history');
    expect(battles.userStats.longestChain).toBe(2);
  });

  test.each<[string, Rest, string]>([
    ['begins yesterday', { pause: { from: '2026-11-17', until: DATE } }, 'workout-window.pause-too-early'],
    ['ends before it begins', { pause: { from: TOMORROW, until: DATE } }, 'workout-window.pause-invalid'],
    ['has 61 days', { pause: { from: DATE, until: '2027-01-17' } }, 'workout-window.pause-invalid'],
    ['has a date that is none', { pause: { from: DATE, until: '2026-02-30' } }, 'request.invalid'],
    ['comes with seven rest days', { restDays: [1, 2, 3, 4, 5, 6, 7] }, 'request.invalid'],
    ['comes with a rest day twice', { restDays: [1, 1] }, 'request.invalid'],
    ['comes with an eighth weekday', { restDays: [8] }, 'request.invalid'],
  ])('is refused if it %s, and nothing changes', async (_what, rest, code) => {
    const [ada] = await three(12, 14, 16);
    const before = (await get(ada, '/api/workout-window/my-window')).window;
    expect(await setRest(ada, 13, rest)).toMatchObject({ status: 400, body: { code } });
    expect((await get(ada, '/api/workout-window/my-window')).window).toEqual(before);
  });

  test('is stored once by two requests at the same time', async () => {
    const [ada] = await three(12, 14, 16);
    const pauses = ['2026-11-20', '2026-11-21', '2026-11-22'].map((until) => ({ from: TOMORROW, until }));
    const results = await Promise.all(pauses.map((pause) => setRest(ada, 12, { restDays: [1], pause })));
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await deps.db.selectFrom('rest_period').select('kind').where('user_id', '=', ada.id).execute();
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['pause', 'weekly']);
  });
});
