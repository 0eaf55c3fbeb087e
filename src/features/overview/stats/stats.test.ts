import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { moveEntryTo } from '#test/entry-dates.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, MORNING } from '../../check-in/test-users.ts';
import { readStats } from './stats.actions.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const { setUp } = createTestUsers(app);
clock.set(MORNING);

const ask = (caller: Person | null, query: string) => call(caller, 'GET', `/api/stats?${query}`);
const NOVEMBER = 'from=2026-11-01&to=2026-11-30';

async function read(caller: Person, query = NOVEMBER) {
  const { status, body, text } = await ask(caller, query);
  expect(status, text).toBe(200);
  return body;
}

const post = async (caller: Person, path: string, fields: object) => {
  const { status, body, text } = await call(caller, 'POST', path, fields);
  expect(status, text).toBe(201);
  return body;
};

/** Writes an entry as if at this instant. */
async function writeAt(author: Person, instant: string, fields: object = {}): Promise<void> {
  const { entry } = await post(author, '/api/journal', { title: 'Rain', content: '', mood: 'calm', ...fields });
  await moveEntryTo(deps, entry.id, new Date(instant));
}

async function ownerInHonolulu(): Promise<Person> {
  const ada = await person();
  await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Pacific/Honolulu' } });
  return ada;
}

async function insertCheckIn({ id }: Person, date: string, status: 'verified' | 'rejected' = 'verified') {
  const row = {
    id: randomUUID(),
    user_id: id,
    date,
    timezone: 'Europe/Berlin',
    activity_type: 'walk' as const,
    within_window: true,
    photo_timestamp: clock.now(),
    continues_chain: false,
    status,
    rejection_reason: status === 'rejected' ? 'Not you.' : null,
    battle_chips_earned: status === 'rejected' ? 0 : 1,
    created_at: clock.now(),
  };
  await deps.db.insertInto('check_in').values(row).execute();
}

const NO_STREAK = { current_streak: 0, longest_streak: 0 };

describe('GET /api/stats', () => {
  test('returns zeros and empty lists to a user without records', async () => {
    expect(await read(await person())).toEqual({
      writing: { entries: 0, words: 0, days: 0, ...NO_STREAK },
      moods: [],
      workout: { check_ins: 0, ...NO_STREAK },
      goal_check_ins: 0,
      wellbeing: [],
      drops: { sent: 0, received: 0 },
    });
  });

  test('counts entries, words and moods by local date, both ends included', async () => {
    const ada = await ownerInHonolulu();
    await writeAt(ada, '2026-11-01T09:59:59Z', { content: 'Too early.' });
    await writeAt(ada, '2026-11-01T10:00:00Z', { content: ' It\training\n\n today. ' });
    await writeAt(ada, '2026-11-01T23:00:00Z', { content: '', mood: 'sad' });
    await writeAt(ada, '2026-12-01T09:59:59Z', { content: 'One' });
    await writeAt(ada, '2026-12-01T10:00:00Z', { content: 'Too late.' });
    const { writing, moods } = await read(ada);
    expect(writing).toMatchObject({ entries: 3, words: 4, days: 2 });
    expect(moods).toEqual([{ month: '2026-11', moods: { calm: 2, sad: 1 } }]);
    expect((await read(ada, 'from=2026-10-01&to=2026-12-31')).moods).toEqual([
      { month: '2026-10', moods: { calm: 1 } },
      { month: '2026-11', moods: { calm: 2, sad: 1 } },
      { month: '2026-12', moods: { calm: 1 } },
    ]);
  });

  test('counts the longest streak within the range, and the current one of all dates', async () => {
    const ada = await person();
    for (const day of [10, 11, 12, 15, 16, 17]) await writeAt(ada, `2026-11-${day}T12:00:00Z`);
    for (const day of [28, 29, 30, 31]) await writeAt(ada, `2026-10-${day}T12:00:00Z`);
    await writeAt(ada, '2026-11-01T12:00:00Z');
    expect((await read(ada)).writing).toMatchObject({ current_streak: 3, longest_streak: 3 });
    expect((await read(ada, 'from=2026-10-01&to=2026-11-30')).writing).toMatchObject({ longest_streak: 5 });
    expect((await read(ada, 'from=2026-11-16&to=2026-11-16')).writing).toMatchObject({
      current_streak: 3,
      longest_streak: 1,
    });
    await deps.db.deleteFrom('journal_entry').where('user_id', '=', ada.id).execute();
    await writeAt(ada, '2026-11-16T12:00:00Z');
    expect((await read(ada)).writing).toMatchObject({ current_streak: 0, longest_streak: 1 });
  });

  test('counts check-ins that are not rejected, with their streaks', async () => {
    const ada = await person();
    await setUp(ada, { hour: 8 });
    for (const date of ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-16', '2026-11-17']) {
      await insertCheckIn(ada, date);
    }
    await insertCheckIn(ada, '2026-11-10', 'rejected');
    expect((await read(ada)).workout).toEqual({ check_ins: 3, current_streak: 2, longest_streak: 2 });
    expect((await read(ada, 'from=2026-10-01&to=2026-11-30')).workout).toMatchObject({ longest_streak: 3 });
  });

  test('counts goal check-ins and drops', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const { goal } = await post(ada, '/api/goals', { title: 'Run' });
    for (const status of ['completed', 'partial', 'missed', 'skipped']) {
      await post(ada, `/api/goals/${goal.id}/check-ins`, { status });
    }
    await post(ada, `/api/goals/${goal.id}/check-ins`, { status: 'completed', check_in_date: '2026-09-30' });
    const send = (from: Person, to: Person) =>
      post(from, '/api/encouragement-drops/send', { recipient_id: to.id, drop_type: 'encouragement', content: 'Go!' });
    await send(ada, ben);
    await send(ben, ada);
    await send(cleo, ada);
    expect(await read(ada)).toMatchObject({ goal_check_ins: 2, drops: { sent: 1, received: 2 } });
    await call(ada, 'POST', `/api/users/${cleo.id}/block`);
    expect(await read(ada)).toMatchObject({ drops: { sent: 1, received: 1 } });
    expect(await read(ada, 'from=2026-10-01&to=2026-10-31')).toMatchObject({
      goal_check_ins: 0,
      drops: { sent: 0, received: 0 },
    });
    expect(await read(ada, 'from=2026-09-30&to=2026-09-30')).toMatchObject({ goal_check_ins: 1 });
  });

  test('returns means of sleep and satisfaction by month or week', async () => {
    const ada = await person();
    const sleep = (sleep_date: string, hours: number, quality: number) =>
      post(ada, '/api/sleep-entries', { sleep_date, hours, quality });
    await sleep('2026-11-01', 6, 2);
    await sleep('2026-11-02', 7, 3);
    await sleep('2026-11-08', 8.5, 5);
    await sleep('2026-10-31', 1, 1);
    await deps.db
      .insertInto('satisfaction_entry')
      .values({
        id: randomUUID(),
        user_id: ada.id,
        score: 7,
        note: '',
        entry_date: '2026-11-20',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    expect((await read(ada)).wellbeing).toEqual([
      { start: '2026-11-01', sleep_hours: 7.17, sleep_quality: 3.33, satisfaction: 7 },
    ]);
    expect((await read(ada, `${NOVEMBER}&by=week`)).wellbeing).toEqual([
      { start: '2026-10-26', sleep_hours: 6, sleep_quality: 2, satisfaction: null },
      { start: '2026-11-02', sleep_hours: 7.75, sleep_quality: 4, satisfaction: null },
      { start: '2026-11-16', sleep_hours: null, sleep_quality: null, satisfaction: 7 },
    ]);
  });

  test('counts own records only, also for super admins', async () => {
    const ada = await person();
    const shared = { metadata_visibility: 'public', content_visibility: 'public' };
    await writeAt(ada, '2026-11-10T12:00:00Z', shared);
    for (const other of [await person(), await superAdmin()]) {
      expect((await read(other)).writing).toMatchObject({ entries: 0, days: 0 });
    }
  });

  test('costs 8 statements, whatever the data', async () => {
    const statementsOf = async ({ id }: Person) => {
      const { db, count } = countStatements(deps.db);
      const actor = { userId: id, isSuperAdmin: false } as Parameters<typeof readStats>[1];
      await readStats({ ...deps, db }, actor, { from: '2026-01-01', to: '2026-12-31' });
      return count();
    };
    const [ada, ben] = [await person(), await person()];
    for (let month = 1; month < 11; month += 1) {
      await writeAt(ben, `2026-${String(month).padStart(2, '0')}-10T12:00:00Z`);
    }
    expect([await statementsOf(ada), await statementsOf(ben)]).toEqual([8, 8]);
  });

  test.each([
    ['a date', 'from=2026-11-18&to=2026-11-18', 200],
    ['366 days', 'from=2025-01-01&to=2026-01-01', 200],
    ['367 days', 'from=2025-01-01&to=2026-01-02', 400],
    ['backwards', 'from=2026-11-18&to=2026-11-17', 400],
  ])('a range of %s: %s returns %i', async (_what, query, expected) => {
    const { status, body } = await ask(await person(), query);
    expect(status).toBe(expected);
    if (expected === 400) expect(body.code).toBe('stats.range-invalid');
  });

  test.each(['', 'from=2026-11-01', 'to=2026-11-01', `${NOVEMBER}&by=year`, 'from=2026-02-30&to=2026-03-01'])(
    'returns 400 for %s',
    async (query) => {
      expect(await ask(await person(), query)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );

  test('returns 403 to an inactive user and 401 without a token', async () => {
    const [ada, root] = [await person(), await superAdmin()];
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    expect((await ask(ada, NOVEMBER)).status).toBe(403);
    expect((await ask(null, NOVEMBER)).status).toBe(401);
  });
});
