import { afterEach, describe, expect, test } from 'vitest';
import { formOf } from '#test/multipart.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import type { CheckInResult } from '../check-in.schema.ts';
import { createTestUsers, DATE, MORNING, newPhoto } from '../test-users.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const { checkIn, looked, peopleAt, renewed, setUp } = createTestUsers(app);
clock.set(MORNING);
afterEach(() => clock.set(MORNING));

const TOMORROW = '2026-11-19';

/** A user with a window at an hour in Berlin, at an instant. */
async function userAt(hour: number, instant: string): Promise<Person> {
  const [created] = (await peopleAt(hour)) as [Person];
  clock.set(new Date(instant));
  return renewed(created);
}

const counted = ({ date, countedAt, countsFor, checkin }: CheckInResult) => ({
  date,
  countedAt,
  countsFor,
  within: checkin.within_window,
});

describe('takenAt', () => {
  test('decides whether the photo was within the window', async () => {
    const ada = await userAt(9, '2026-11-18T14:00:00Z');
    const { status, body } = await checkIn(ada, { takenAt: '2026-11-18T10:30:00+01:00' });
    const countedAt = '2026-11-18T09:30:00.000Z';
    expect([status, counted(body)]).toEqual([201, { date: DATE, countedAt, countsFor: 'taken', within: true }]);
    expect(body.checkin).toMatchObject({
      date: DATE,
      photo_timestamp: countedAt,
      created_at: '2026-11-18T14:00:00.000Z',
    });
  });

  test('decides the date, with the chain of it', async () => {
    const ada = await userAt(22, '2026-11-19T05:00:00Z');
    const { body } = await checkIn(ada, { takenAt: '2026-11-18T22:30:00Z' });
    expect(counted(body)).toMatchObject({ date: DATE, countsFor: 'taken', within: true });
    expect(body.checkin.chain_id).toEqual(expect.any(String));
    // The date of its arrival is still free.
    expect(counted((await checkIn(ada)).body)).toMatchObject({ date: TOMORROW, countsFor: 'arrival' });
  });

  test.each([
    ['12 hours ago', '2026-11-18T18:00:00.000Z', DATE, 'taken'],
    ['more than 12 hours ago', '2026-11-18T17:59:59.999Z', TOMORROW, 'arrival'],
    ['up to 2 minutes ahead', '2026-11-19T06:02:00.000Z', TOMORROW, 'taken'],
  ])('of %s counts for %s: %s, %s', async (_when, takenAt, date, countsFor) => {
    const ada = await userAt(9, '2026-11-19T06:00:00Z');
    const { body } = await checkIn(ada, { takenAt });
    const countedAt = countsFor === 'taken' && date === DATE ? takenAt : '2026-11-19T06:00:00.000Z';
    expect(counted(body)).toMatchObject({ date, countsFor, countedAt });
  });

  test.each([
    ['more than 2 minutes ahead', '2026-11-18T09:02:00.001Z', 'check-in.taken-in-future'],
    ['without a time', '2026-11-18', 'request.invalid'],
    ['that is no time', 'yesterday', 'request.invalid'],
  ])('%s is refused', async (_what, takenAt, code) => {
    const [ada] = (await peopleAt(9)) as [Person];
    expect(await checkIn(ada, { takenAt })).toMatchObject({ status: 400, body: { code } });
    expect((await checkIn(ada)).status).toBe(201);
  });

  test('of a date with a check-in counts for its arrival', async () => {
    const ada = await userAt(9, '2026-11-18T20:00:00Z');
    await checkIn(ada);
    expect((await checkIn(ada, { takenAt: '2026-11-18T19:00:00Z' })).body.code).toBe('check-in.already-made');
    clock.set(new Date('2026-11-19T06:00:00Z'));
    const { body } = await checkIn(await renewed(ada), { takenAt: '2026-11-18T20:30:00Z' });
    expect(counted(body)).toMatchObject({ date: TOMORROW, countsFor: 'arrival' });
  });

  test('of a date before the window was set up counts for its arrival', async () => {
    const ada = await userAt(9, '2026-11-19T06:00:00Z');
    await deps.db.updateTable('workout_window').set({ since: TOMORROW }).where('user_id', '=', ada.id).execute();
    expect(counted((await checkIn(ada, { takenAt: '2026-11-18T20:30:00Z' })).body)).toMatchObject({ date: TOMORROW });
  });

  test.each([
    ['11:59:59.999', DATE, 'taken'],
    ['12:00:00', TOMORROW, 'arrival'],
  ])('of the last place on earth arrives at %s UTC and counts for %s', async (time, date, countsFor) => {
    const [ada] = (await peopleAt(9)) as [Person];
    await setUp(ada, { hour: 20, timezone: 'Etc/GMT+12' });
    clock.set(new Date(`2026-11-19T${time}Z`));
    const { body } = await checkIn(await renewed(ada), { takenAt: '2026-11-19T11:00:00Z' });
    expect(counted(body)).toMatchObject({ date, countsFor });
  });

  test('does not start the next date earlier for a user who travels east', async () => {
    const ada = await userAt(9, '2026-11-18T20:00:00Z');
    await checkIn(ada);
    await setUp(ada, { hour: 10, timezone: 'Pacific/Kiritimati' });
    expect((await checkIn(ada, { takenAt: '2026-11-18T19:00:00Z' })).body.code).toBe('check-in.day-not-over');
  });

  test('makes one check-in of a request that is repeated', async () => {
    const ada = await userAt(22, '2026-11-19T05:00:00Z');
    const form = await formOf({ activityType: 'walk', takenAt: '2026-11-18T22:30:00Z', photo: await newPhoto() });
    const headers = { ...form.headers, 'idempotency-key': 'photo-of-the-night' };
    const send = () => call(ada, 'POST', '/api/workout-window/checkin', form.body, headers);
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    await looked();
    const rows = await deps.db.selectFrom('check_in').select('date').where('user_id', '=', ada.id).execute();
    expect(rows).toEqual([{ date: DATE }]);
  });
});
