import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING } from '../test-users.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps } = app;
const { checkIn, notificationsOf, peopleAt, renewed } = createTestUsers(app);
clock.set(MORNING);

const run = (job: string, secret = 'secret-of-the-spring') =>
  call(null, 'POST', `/api/workout-window/cron/${job}`, undefined, { 'x-cron-secret': secret });

async function two(one: number, other: number): Promise<[Person, Person]> {
  const [first, second] = await peopleAt(one, other);
  if (!first || !second) throw new Error('There are two of them.');
  return [first, second];
}

describe('POST /api/workout-window/cron/reminders', () => {
  test('reminds users whose window opens within thirty minutes, once', async () => {
    const [soon, later] = await two(12, 14);
    clock.set(new Date('2026-11-18T10:30:00Z'));
    expect((await run('reminders')).body).toMatchObject({ success: true, reminded: 1 });
    clock.advance(5 * 60_000);
    expect((await run('reminders')).body).toMatchObject({ success: true, reminded: 0 });
    expect(await notificationsOf(await renewed(soon), 'check_in_reminder')).toMatchObject([{ data: { date: DATE } }]);
    expect(await notificationsOf(await renewed(later), 'check_in_reminder')).toEqual([]);
    clock.set(MORNING);
  });

  test('excludes users who checked in, closed their window or are inactive', async () => {
    const people = await peopleAt(20, 20, 20, 20);
    const [early, closed, blocked, reminded] = people as [Person, Person, Person, Person];
    await checkIn(early);
    await call(closed, 'DELETE', '/api/workout-window/my-window');
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
    clock.set(new Date('2026-11-18T18:45:00Z'));
    expect((await run('reminders')).body).toMatchObject({ reminded: 1 });
    expect(await notificationsOf(await renewed(reminded), 'check_in_reminder')).toHaveLength(1);
    clock.set(MORNING);
  });

  test('reminds each user once in five concurrent runs', async () => {
    const people = await peopleAt(22, 22, 22);
    clock.set(new Date('2026-11-18T20:40:00Z'));
    const runs = await Promise.all(Array.from({ length: 5 }, () => run('reminders')));
    expect(runs.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(runs.reduce((sum, { body }) => sum + body.reminded, 0)).toBe(3);
    for (const one of people) expect(await notificationsOf(await renewed(one), 'check_in_reminder')).toHaveLength(1);
    clock.set(MORNING);
  });

  test('reminds 2,001 users whose windows open at one moment, once each', async () => {
    const now = clock.now();
    const people = Array.from({ length: 2_001 }, () => crypto.randomUUID());
    const profiles = people.map((id) => ({ id, role_changed_at: now, created_at: now, updated_at: now }));
    await deps.db.insertInto('profile').values(profiles).execute();
    const windows = people.map((id) => ({
      id,
      user_id: id,
      activity_type: 'walk' as const,
      window_start_time: '17:00',
      window_end_time: '19:00',
      timezone: 'Europe/Berlin',
      match_group: 'a crowd',
      since: DATE,
      created_at: now,
      updated_at: now,
    }));
    await deps.db.insertInto('workout_window').values(windows).execute();
    clock.set(new Date('2026-11-18T15:35:00Z'));
    expect((await run('reminders')).body).toMatchObject({ reminded: 2_001 });
    const reminded = await deps.db
      .selectFrom('notification')
      .select('user_id')
      .where('user_id', 'in', people)
      .where('kind', '=', 'check_in_reminder')
      .orderBy('user_id')
      .execute();
    expect(reminded.map(({ user_id }) => user_id)).toEqual(people.toSorted());
    await deps.db.deleteFrom('workout_window').where('user_id', 'in', people).execute();
    clock.set(MORNING);
  });

  test('returns 401 without the secret', async () => {
    expect((await run('reminders', 'secret-of-the-winter')).status).toBe(401);
  });
});

describe('POST /api/workout-window/cron/end-of-day', () => {
  test('notifies users who missed their day, and their after users, once the day is over', async () => {
    const [ada, ben] = await two(8, 10);
    await checkIn(ben);
    clock.set(new Date('2026-11-18T22:59:00Z'));
    await run('end-of-day');
    expect(await notificationsOf(await renewed(ada), 'chain_broken')).toEqual([]);
    clock.set(new Date('2026-11-18T23:00:00Z'));
    expect((await run('end-of-day')).body.missed).toBeGreaterThanOrEqual(1);
    expect(await notificationsOf(await renewed(ada), 'chain_broken')).toMatchObject([{ title: 'You missed a day' }]);
    expect(await notificationsOf(await renewed(ben), 'chain_broken')).toMatchObject([
      {
        title: 'The chain broke before you',
        body: expect.stringMatching(/ did not check in on \d+ \w{3},/),
        data: { date: DATE, missed_user_id: ada.id },
      },
    ]);
    expect((await run('end-of-day')).body).toMatchObject({ success: true, missed: 0 });
    expect(await notificationsOf(await renewed(ada), 'chain_broken')).toHaveLength(1);
    clock.set(MORNING);
  });

  test('waits for a window that is open across midnight', async () => {
    const [night] = (await peopleAt(23)) as [Person];
    clock.set(new Date('2026-11-18T23:30:00Z'));
    await run('end-of-day');
    expect(await notificationsOf(await renewed(night), 'chain_broken')).toEqual([]);
    clock.set(new Date('2026-11-19T00:00:00Z'));
    await run('end-of-day');
    expect(await notificationsOf(await renewed(night), 'chain_broken')).toHaveLength(1);
    clock.set(MORNING);
  });

  test('marks no user if notifications fail, and the next run does both', async () => {
    const [ada] = await two(8, 10);
    clock.set(new Date('2026-11-18T23:00:00Z'));
    await sql`alter table notification add constraint no_breaks check (kind <> 'chain_broken') not valid`.execute(
      deps.db,
    );
    expect((await run('end-of-day')).body.success).toBeUndefined();
    await sql`alter table notification drop constraint no_breaks`.execute(deps.db);
    expect((await run('end-of-day')).body.missed).toBe(2);
    expect(await notificationsOf(await renewed(ada), 'chain_broken')).toHaveLength(1);
    clock.set(MORNING);
  });

  test('ends each day once in concurrent runs', async () => {
    const people = await peopleAt(6, 8, 10, 12, 14);
    clock.set(new Date('2026-11-18T23:05:00Z'));
    const runs = await Promise.all(Array.from({ length: 5 }, () => run('end-of-day')));
    expect(runs.reduce((sum, { body }) => sum + body.missed, 0)).toBe(5);
    for (const one of people) {
      const titles = (await notificationsOf(await renewed(one), 'chain_broken')).map(({ title }) => title);
      expect(titles.filter((title) => title === 'You missed a day')).toHaveLength(1);
    }
    clock.set(MORNING);
  });

  test('returns 401 without the secret', async () => {
    expect((await run('end-of-day', '')).status).toBe(401);
  });
});
