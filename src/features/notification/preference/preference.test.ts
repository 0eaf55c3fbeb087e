import { describe, expect, test } from 'vitest';
import type { Person } from '#test/start-test-app.ts';
import { deliverDue } from '../device/delivery.actions.ts';
import { NOTHING, startDeliveryApp } from '../device/test-deliveries.ts';
import { KIND_NAMES } from '../notification/kind.schema.ts';

const { person, call, clock, deps, push, register, storeNotification } = await startDeliveryApp();

const URL = '/api/notifications/preferences';
const HOUR = 60 * 60 * 1_000;

const change = (user: Person | null, body: unknown) => call(user, 'PATCH', URL, body);

async function kindOf(user: Person, kind: string) {
  const { status, body } = await call(user, 'GET', URL);
  expect(status).toBe(200);
  return body.preferences.kinds.find((preference: { kind: string }) => preference.kind === kind);
}

async function inboxOf(user: Person) {
  return (await call(user, 'GET', '/api/notifications')).body.notifications;
}

const messagesTo = (endpoint: string) => push.messages.filter((message) => message.endpoint === endpoint).length;

describe('GET /api/notifications/preferences', () => {
  test('returns 200 with the default of each kind once, and no quiet hours', async () => {
    const { status, body } = await call(await person(), 'GET', URL);
    const kinds = body.preferences.kinds.map(({ kind }: { kind: string }) => kind);
    expect([status, kinds, body.preferences.quiet_hours]).toEqual([200, KIND_NAMES, null]);
    expect(body.preferences.kinds).toContainEqual({
      kind: 'baton_pass',
      category: 'chain',
      inbox: true,
      push: true,
      is_required: false,
    });
    expect(body.preferences.kinds).toContainEqual({
      kind: 'drops_awarded',
      category: 'drops',
      inbox: true,
      push: false,
      is_required: false,
    });
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', URL)).status).toBe(401);
  });
});

describe('PATCH /api/notifications/preferences', () => {
  test('returns 200 with the changed fields, and keeps all others, also of other users', async () => {
    const [ada, ben] = [await person(), await person()];
    await change(ada, { kinds: [{ kind: 'baton_pass', push: false }], quiet_hours: { start: '22:00', end: '07:00' } });
    const { status, body } = await change(ada, { kinds: [{ kind: 'goal_due', inbox: false }] });
    expect([status, body.preferences.quiet_hours]).toEqual([200, { start: '22:00', end: '07:00' }]);
    expect(await kindOf(ada, 'baton_pass')).toMatchObject({ inbox: true, push: false });
    expect(await kindOf(ada, 'goal_due')).toMatchObject({ inbox: false, push: false });
    await change(ada, { kinds: [{ kind: 'baton_pass', push: true }], quiet_hours: null });
    expect(await kindOf(ada, 'baton_pass')).toMatchObject({ inbox: true, push: true });
    expect((await call(ada, 'GET', URL)).body.preferences.quiet_hours).toBeNull();
    expect(await kindOf(ben, 'goal_due')).toMatchObject({ inbox: true, push: true });
  });

  test('returns 200 for no change, and for two changes of one kind, of which the last one counts', async () => {
    const ada = await person();
    expect((await change(ada, {})).status).toBe(200);
    const kinds = [
      { kind: 'mentioned', push: false },
      { kind: 'mentioned', push: true },
    ];
    expect((await change(ada, { kinds })).status).toBe(200);
    expect(await kindOf(ada, 'mentioned')).toMatchObject({ push: true });
  });

  test('returns 400 for the inbox of a required kind, whose push can be switched off', async () => {
    const ada = await person();
    const kinds = [
      { kind: 'goal_due', push: false },
      { kind: 'ownership_received', inbox: false },
    ];
    const { status, body } = await change(ada, { kinds });
    expect([status, body.code]).toEqual([400, 'notification.kind-required']);
    expect(await kindOf(ada, 'goal_due')).toMatchObject({ push: true });
    await change(ada, { kinds: [{ kind: 'ownership_received', inbox: true, push: false }] });
    expect(await kindOf(ada, 'ownership_received')).toMatchObject({ inbox: true, push: false, is_required: true });
  });

  test('returns 400 for quiet hours that end when they start', async () => {
    const { status, body } = await change(await person(), { quiet_hours: { start: '07:00', end: '07:00' } });
    expect([status, body.code]).toEqual([400, 'notification.quiet-hours-empty']);
  });

  test.each([
    { kinds: [{ kind: 'unknown', push: false }] },
    { kinds: [{ kind: 'mentioned', push: 'no' }] },
    { kinds: Array.from({ length: 100 }, () => ({ kind: 'mentioned', push: true })) },
    { quiet_hours: { start: '24:00', end: '07:00' } },
    { quiet_hours: { start: '22:00' } },
  ])('returns 400 for %j', async (body) => {
    expect((await change(await person(), body)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await change(null, {})).status).toBe(401);
  });
});

describe('A kind that the user has switched off', () => {
  test('is not sent at all without its inbox', async () => {
    const ada = await person();
    await register(ada);
    await change(ada, { kinds: [{ kind: 'baton_pass', inbox: false }] });
    expect(await storeNotification(ada)).toEqual([]);
    expect([await inboxOf(ada), await deliverDue(deps)]).toEqual([[], NOTHING]);
    await storeNotification(ada, { kind: 'music_reconnect', data: {} });
    expect(await inboxOf(ada)).toHaveLength(1);
  });

  test('reaches the inbox only without its push, also if it was sent before', async () => {
    const ada = await person();
    const device = await register(ada);
    await storeNotification(ada);
    await change(ada, { kinds: [{ kind: 'baton_pass', push: false }] });
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, dropped: 1 });
    await storeNotification(ada);
    expect([(await inboxOf(ada)).length, await deliverDue(deps), messagesTo(device)]).toEqual([2, NOTHING, 0]);
  });

  test('by default can be switched on', async () => {
    const ada = await person();
    await register(ada);
    const awarded = {
      kind: 'drops_awarded',
      data: { transaction_id: ada.id, amount: 20, type: 'monthly_recurring' },
    } as const;
    await storeNotification(ada, awarded);
    expect(await deliverDue(deps)).toEqual(NOTHING);
    await change(ada, { kinds: [{ kind: 'drops_awarded', push: true }] });
    await storeNotification(ada, awarded);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
  });
});

describe('During quiet hours', () => {
  /** A user with a device, whose quiet hours began an hour ago and last another hour. */
  async function quietPerson() {
    const ada = await person();
    const device = await register(ada);
    const timeAt = (hours: number) => new Date(clock.now().getTime() + hours * HOUR).toISOString().slice(11, 16);
    await change(ada, { quiet_hours: { start: timeAt(-1), end: timeAt(1) } });
    return { ada, device };
  }

  test('the inbox gets a notification at once, and devices get it once afterwards', async () => {
    const { ada, device } = await quietPerson();
    await storeNotification(ada);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, held: 1 });
    expect([(await inboxOf(ada)).length, messagesTo(device), await deliverDue(deps)]).toEqual([1, 0, NOTHING]);
    clock.advance(HOUR);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
    expect([messagesTo(device), await deliverDue(deps)]).toEqual([1, NOTHING]);
  });

  test('what expires before they end is dropped', async () => {
    const { ada } = await quietPerson();
    await storeNotification(ada, { push: { urgency: 'high', ttlSeconds: 30 * 60 } });
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, dropped: 1 });
  });

  test('holding counts as no attempt', async () => {
    const { ada, device } = await quietPerson();
    await storeNotification(ada);
    push.behave({ mode: 'refuse-with', status: 503 }, device);
    await deliverDue(deps);
    clock.advance(HOUR);
    const results = [];
    for (const pause of [0, 30_000, 5 * 60_000, HOUR]) {
      clock.advance(pause);
      results.push(await deliverDue(deps));
    }
    const failed = { ...NOTHING, failed: 1 };
    expect(results).toEqual([failed, failed, failed, NOTHING]);
  });

  test('a notification that was read is not pushed afterwards', async () => {
    const { ada } = await quietPerson();
    await storeNotification(ada);
    await deliverDue(deps);
    await call(ada, 'POST', '/api/notifications/read-all');
    clock.advance(HOUR);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, dropped: 1 });
  });

  test('another user is pushed to', async () => {
    await quietPerson();
    const ben = await person();
    await register(ben);
    await storeNotification(ben);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
  });

  test('follow the time zone of the profile', async () => {
    const { ada } = await quietPerson();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Asia/Tokyo' } });
    await storeNotification(ada);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
  });
});
