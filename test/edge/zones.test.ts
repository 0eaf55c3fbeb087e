import { expect, test } from 'vitest';
import { type Person, startTestApp } from '../start-test-app.ts';

const app = await startTestApp({
  environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' },
});
const { call, clock, deps, issuer, person } = app;

/** A user of a zone, with a window from a full hour on, who has signed in at an instant. */
async function userIn(zone: string, start: number, now: string): Promise<Person> {
  clock.set(new Date('2026-11-20T12:00:00Z'));
  const made = await person();
  const { status } = await call(made, 'PUT', '/api/user/profile', { preferences: { timezone: zone } });
  expect(status).toBe(200);
  const hour = (value: number) => `${String(value % 24).padStart(2, '0')}:00`;
  const setup = {
    activityType: 'walk',
    windowStartTime: hour(start),
    windowEndTime: hour(start + 2),
    timezone: zone,
  };
  expect((await call(made, 'POST', '/api/workout-window/setup', setup)).status).toBe(201);
  return at(made, now);
}

async function at(user: Person, now: string): Promise<Person> {
  clock.set(new Date(now));
  return { ...user, token: await issuer.sign(user.id, clock.now(), { email: user.email }) };
}

// The rules that changed in 2026, at instants at which Node and PostgreSQL were wrong.
test.each([
  ['2026-11-28T07:30:00Z', 'America/Vancouver', 0, '2026-11-28', '2026-11-28T07:00:00.000Z'],
  ['2026-11-28T05:30:00Z', 'America/Winnipeg', 0, '2026-11-28', '2026-11-28T05:00:00.000Z'],
  ['2026-11-28T04:30:00Z', 'America/Havana', 0, '2026-11-28', '2026-11-28T04:00:00.000Z'],
  ['2026-11-27T23:30:00Z', 'Africa/Casablanca', 23, '2026-11-27', '2026-11-27T23:00:00.000Z'],
  ['2026-11-28T13:30:00Z', 'America/Vancouver', 6, '2026-11-28', '2026-11-28T13:00:00.000Z'],
  ['2026-11-28T12:30:00Z', 'America/Edmonton', 6, '2026-11-28', '2026-11-28T12:00:00.000Z'],
  ['2026-11-28T12:30:00Z', 'America/Inuvik', 6, '2026-11-28', '2026-11-28T12:00:00.000Z'],
  ['2026-11-28T06:30:00Z', 'Africa/El_Aaiun', 6, '2026-11-28', '2026-11-28T06:00:00.000Z'],
])('at %s a user of %s with a window from %i has the date %s, and the window is open', async (now, zone, start, date, opensAt) => {
  const user = await userIn(zone, start, now);
  const { body: today } = await call(user, 'GET', '/api/today');
  expect(today).toMatchObject({ date, state: 'open', window: { opens_at: opensAt } });
  const { body: written } = await call(user, 'POST', '/api/journal', { title: 'Snow', content: 'It snowed.', mood: 'calm' });
  expect(written.entry).toMatchObject({ entry_date: date });
  const { body: rated } = await call(user, 'POST', '/api/satisfaction-entries', { score: 7 });
  expect(JSON.stringify(rated)).toContain(`"entry_date":"${date}"`);
});

test('the zone of a user is stored in canonical spelling, and one that does not exist is refused', async () => {
  const ada = await person();
  const put = (timezone: string) => call(ada, 'PUT', '/api/user/profile', { preferences: { timezone } });
  expect((await put('europe/BERLIN')).body.profile.preferences.timezone).toBe('Europe/Berlin');
  for (const zone of ['US/Pacific-New', 'Canada/East-Saskatchewan', 'SystemV/PST8PDT', 'Europe_Berlin', '+02:00']) {
    const { status, body } = await put(zone);
    expect([status, body.code]).toEqual([400, 'account.timezone-unknown']);
  }
  const { body } = await call(ada, 'GET', '/api/me');
  expect(body.time_zone).toMatchObject({ name: 'Europe/Berlin', is_known: true, offset_minutes: 60 });
  expect(body.time_zone.changes[0]).toEqual({ at: '2000-01-01T00:00:00.000Z', offset_minutes: 60 });
  expect(body.time_zone.changes).toContainEqual({ at: '2027-03-28T01:00:00.000Z', offset_minutes: 120 });
});

test('a stored zone that does not exist costs that user their window, and the others nothing', async () => {
  const poisoned = await userIn('Europe/Berlin', 18, '2026-11-28T16:40:00Z');
  const fine = await userIn('Europe/Berlin', 18, '2026-11-28T16:40:00Z');
  const zone = 'US/Pacific-New';
  await deps.db.updateTable('workout_window').set({ timezone: zone }).where('user_id', '=', poisoned.id).execute();
  await deps.db
    .updateTable('profile')
    .set({ preferences: JSON.stringify({ timezone: zone }) })
    .where('id', '=', poisoned.id)
    .execute();
  const run = (job: string) =>
    call(null, 'POST', `/api/workout-window/cron/${job}`, undefined, { 'x-cron-secret': 'secret-of-the-spring' });
  for (const job of ['reminders', 'end-of-day', 'generate-chains']) {
    const { status, body } = await run(job);
    expect([job, status, body.success]).toEqual([job, 200, true]);
    expect(body.message).not.toContain('could not be matched');
  }
  const remindersOf = async (user: Person) =>
    (await call(user, 'GET', '/api/notifications')).body.notifications.filter(
      ({ kind }: { kind: string }) => kind === 'check_in_reminder',
    ).length;
  expect([await remindersOf(fine), await remindersOf(poisoned)]).toEqual([1, 0]);
  for (const path of ['/api/today', '/api/me', '/api/chat/rooms', '/api/goals', '/api/workout-window/my-window']) {
    expect([path, (await call(poisoned, 'GET', path)).status]).toEqual([path, 200]);
  }
  const { body } = await call(poisoned, 'GET', '/api/me');
  expect(body.time_zone).toMatchObject({ name: zone, is_known: false, offset_minutes: 0 });
  expect((await call(poisoned, 'GET', '/api/today')).body.state).toBe('paused');
  const entry = { title: 'Snow', content: 'It snowed.', mood: 'calm' };
  expect((await call(poisoned, 'POST', '/api/journal', entry)).body.entry.entry_date).toBe('2026-11-28');
});
