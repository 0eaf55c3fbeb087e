import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { call, clock, person } = await startTestApp();

/** A user in Berlin whose day begins at the time. */
async function userWithDayStart(day_start: string): Promise<Person> {
  const user = await person();
  const { status } = await call(user, 'PUT', '/api/user/profile', {
    preferences: { timezone: 'Europe/Berlin', day_start },
  });
  expect(status).toBe(200);
  return user;
}

const post = async (user: Person, path: string, fields: object) => {
  const { status, body, text } = await call(user, 'POST', path, fields);
  expect(status, text).toBe(201);
  return body;
};

/** The dates that the records of a user get by default. */
async function datesOf(user: Person): Promise<Set<string>> {
  const { entry } = await post(user, '/api/journal', { title: 'Rain', content: 'It rained.', mood: 'calm' });
  expect(entry.created_at).toBe(clock.now().toISOString());
  const { goal } = await post(user, '/api/goals', { title: 'Run' });
  const { check_in } = await post(user, `/api/goals/${goal.id}/check-ins`, { status: 'completed' });
  const { satisfaction_entry: satisfaction } = await post(user, '/api/satisfaction-entries', { score: 5 });
  const { action_note: note } = await post(user, '/api/action-notes', { content: 'Ran.' });
  const { body: today } = await call(user, 'GET', '/api/today');
  expect(today.wellbeing.satisfaction.id).toBe(satisfaction.id);
  expect(today.goals_done.map(({ id }: { id: string }) => id)).toEqual([goal.id]);
  return new Set([
    entry.entry_date,
    check_in.check_in_date,
    satisfaction.entry_date,
    note.note_date,
    today.journal_date,
  ]);
}

describe('a day that begins later than midnight', () => {
  test.each([
    // Saturday, 28 November 2026 in Berlin.
    ['00:00', '2026-11-28T00:00:00Z', '2026-11-28'],
    ['04:00', '2026-11-28T00:06:00Z', '2026-11-27'],
    ['04:00', '2026-11-28T02:59:59.999Z', '2026-11-27'],
    ['04:00', '2026-11-28T03:00:00Z', '2026-11-28'],
    ['06:00', '2026-11-28T04:59:00Z', '2026-11-27'],
    ['00:15', '2026-11-27T23:14:59Z', '2026-11-27'],
    // Clocks skip from 2:00 to 3:00, so a day that begins at 2:30 begins at 3:00.
    ['02:30', '2026-03-29T00:59:59Z', '2026-03-28'],
    ['02:30', '2026-03-29T01:00:00Z', '2026-03-29'],
  ])('with %s, %s is on %s', async (dayStart, instant, date) => {
    clock.set(new Date(instant));
    expect(await datesOf(await userWithDayStart(dayStart))).toEqual(new Set([date]));
  });

  test('takes entries of tomorrow, and none of later', async () => {
    clock.set(new Date('2026-11-28T00:06:00Z'));
    const user = await userWithDayStart('04:00');
    await post(user, '/api/journal', { title: 'A', content: '', mood: 'calm', entry_date: '2026-11-28' });
    const later = { title: 'A', content: '', mood: 'calm', entry_date: '2026-11-29' };
    expect((await call(user, 'POST', '/api/journal', later)).body.code).toBe('journal.entry-date-out-of-range');
  });

  test('moves no date of a workout window', async () => {
    clock.set(new Date('2026-11-28T00:06:00Z'));
    const user = await userWithDayStart('04:00');
    await post(user, '/api/workout-window/setup', {
      activityType: 'cardio',
      windowStartTime: '06:00',
      windowEndTime: '08:00',
      timezone: 'Europe/Berlin',
    });
    const { body } = await call(user, 'GET', '/api/today');
    expect(body).toMatchObject({
      date: '2026-11-28',
      journal_date: '2026-11-27',
      window: { opens_at: '2026-11-28T05:00:00.000Z' },
    });
  });

  test.each(['06:15', '24:00', '4:00', '00:10', '', null])('refuses %j', async (day_start) => {
    const response = await call(await person(), 'PUT', '/api/user/profile', { preferences: { day_start } });
    expect(response).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });
});
