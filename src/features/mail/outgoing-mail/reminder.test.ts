import { expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { sendDueMails } from './sending.actions.ts';

const { call, clock, deps, issuer, person } = await startTestApp({
  environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' },
});
clock.set(new Date('2026-11-21T12:00:00Z'));

const WINDOW = { activityType: 'walk', windowStartTime: '18:00', windowEndTime: '20:00', timezone: 'Europe/Berlin' };

/** A user with a window and these preferences. */
async function createWalker(preferences = {}): Promise<Person> {
  const ada = await person();
  expect((await call(ada, 'POST', '/api/workout-window/setup', WINDOW)).status).toBe(201);
  await call(ada, 'PUT', '/api/user/profile', { preferences });
  return ada;
}

const remind = async () => {
  const headers = { 'x-cron-secret': 'secret-of-the-spring' };
  expect((await call(null, 'POST', '/api/workout-window/cron/reminders', undefined, headers)).status).toBe(200);
};

const remindersTo = ({ id }: Person) =>
  deps.db
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('user_id', '=', id)
    .where('category', '=', 'reminder')
    .execute();

test('reminds users once who turned reminders on, and no others', async () => {
  clock.set(new Date('2026-11-21T12:00:00Z'));
  const [ada, silent, unsubscribed] = [
    await createWalker({ email_reminders: true }),
    await createWalker(),
    await createWalker({ email_reminders: false }),
  ];
  clock.set(new Date('2026-11-21T16:35:00Z'));
  await remind();
  await remind();
  expect(await remindersTo(ada)).toMatchObject([
    { status: 'queued', subject: 'Your window opens at 18:00', data: { startTime: '18:00', zone: 'Europe/Berlin' } },
  ]);
  expect([await remindersTo(silent), await remindersTo(unsubscribed)]).toEqual([[], []]);
  await sendDueMails(deps);
  const [mail] = await remindersTo(ada);
  expect(mail?.status).toBe('sent');
  expect(await deps.mail.readSource(mail?.id ?? '')).toContain('opt_out=3Dreminders.');

  // Again on the next day.
  clock.set(new Date('2026-11-22T16:35:00Z'));
  await remind();
  expect(await remindersTo(ada)).toHaveLength(2);
});

test('drops a reminder after the window has opened', async () => {
  clock.set(new Date('2026-11-21T12:00:00Z'));
  const ada = await createWalker({ email_reminders: true });
  clock.set(new Date('2026-11-21T16:59:00Z'));
  await remind();
  clock.set(new Date('2026-11-21T17:00:00Z'));
  await sendDueMails(deps);
  expect(await remindersTo(ada)).toMatchObject([{ status: 'dropped' }]);
});

test('drops a reminder that the user turned off meanwhile', async () => {
  clock.set(new Date('2026-11-21T12:00:00Z'));
  const ada = await createWalker({ email_reminders: true });
  clock.set(new Date('2026-11-21T16:40:00Z'));
  await remind();
  const renewed = { ...ada, token: await issuer.sign(ada.id, clock.now(), { email: ada.email }) };
  await call(renewed, 'PUT', '/api/user/profile', { preferences: { email_reminders: false } });
  await sendDueMails(deps);
  expect(await remindersTo(ada)).toMatchObject([{ status: 'dropped' }]);
});
