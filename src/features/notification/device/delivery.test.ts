import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDeps } from '#app/deps.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { storeZoneData } from '#platform/db/zone-data.ts';
import { systemRandom } from '#platform/random.ts';
import type { Person } from '#test/start-test-app.ts';
import { notify } from '../index.ts';
import { notificationTo } from '../test-notifications.ts';
import { deliverDue } from './delivery.actions.ts';
import { startDeliveries } from './delivery.jobs.ts';
import { claimDueDeliveries, updateNextAttempt } from './delivery.store.ts';
import { NOTHING, startDeliveryApp } from './test-deliveries.ts';

const { person, call, deps, clock, databaseUrl, push, register, storeNotification } = await startDeliveryApp();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

async function inboxOf(reader: Person) {
  return (await call(reader, 'GET', '/api/notifications')).body.notifications;
}

const messagesTo = (endpoint: string) => push.messages.filter((message) => message.endpoint === endpoint);
const waiting = () => deps.db.selectFrom('push_delivery').selectAll().execute();

async function devicesOf(owner: Person): Promise<string[]> {
  const { body } = await call(owner, 'GET', '/api/notifications/devices');
  return body.devices.map(({ endpoint }: { endpoint: string }) => endpoint);
}

/** Another node on the same database. */
async function startNode() {
  const { config, log } = deps;
  const options = { config, addresses: atOneAddress(databaseUrl), clock, random: systemRandom, log, version: 'test' };
  const node = await createDeps({ ...options, isDraining: () => false });
  return { deps: node.deps, close: node.close };
}

describe('With other rules of time zones', () => {
  test('a delivery that is held for quiet hours is looked at again, and held until they end', async () => {
    onTestFinished(async () => void (await storeZoneData(databaseUrl, deps.tables, clock.now())));
    const ada = await person();
    await call(ada, 'PATCH', '/api/notifications/preferences', { quiet_hours: { start: '00:00', end: '23:59' } });
    await register(ada);
    await storeNotification(ada);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, held: 1 });
    const [held] = await waiting();
    await storeZoneData(databaseUrl, deps.tables, clock.now(), '2099a');
    expect(await waiting()).toMatchObject([{ next_attempt_at: clock.now() }]);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, held: 1 });
    expect(await waiting()).toEqual([held]);
  });
});

describe('A notification is pushed to', () => {
  test('each device of the user, encrypted for each, with its text only', async () => {
    const ada = await person();
    const devices = [await register(ada), await register(ada)];
    await storeNotification(ada, {
      title: 'Grüße 🌱',
      data: { date: '2026-11-20', from_user_id: ada.id, is_ai: false },
      push: { urgency: 'high', ttlSeconds: 1_800 },
    });
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 2 });
    const [{ id }] = await inboxOf(ada);
    for (const device of devices) {
      const [message, ...others] = messagesTo(device);
      expect(others).toEqual([]);
      expect(message).toMatchObject({ urgency: 'high', ttl: 1_800 });
      const text = JSON.parse(message?.text ?? '');
      expect(text).toEqual({ id, kind: 'baton_pass', title: 'Grüße 🌱', body: 'Ada has checked in.' });
    }
    expect(await waiting()).toEqual([]);
    expect(await deliverDue(deps)).toEqual(NOTHING);
  });

  test('no other device', async () => {
    const [ada, ben] = [await person(), await person()];
    const device = await register(ben);
    await register(ada);
    await storeNotification(ada);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
    expect(messagesTo(device)).toEqual([]);
  });

  test('no device before its cause is there', async () => {
    const ada = await person();
    await register(ada);
    const undone = deps.db.transaction().execute(async (tx) => {
      await notify(deps, tx, [notificationTo(ada)]);
      expect(await deliverDue(deps)).toEqual(NOTHING);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await deliverDue(deps)).toEqual(NOTHING);
  });

  test('only the inbox while the user has turned off notifications', async () => {
    const ada = await person();
    const device = await register(ada);
    await call(ada, 'PUT', '/api/user/profile', { preferences: { notifications: false } });
    await storeNotification(ada);
    expect([(await inboxOf(ada)).length, await deliverDue(deps)]).toEqual([1, NOTHING]);
    await call(ada, 'PUT', '/api/user/profile', { preferences: { notifications: true } });
    await storeNotification(ada);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
    expect(messagesTo(device)).toHaveLength(1);
  });

  test('its device whatever it says: the longest text that there can be fits into a message', async () => {
    const ada = await person();
    const devices = [await register(ada), await register(ada)];
    await storeNotification(ada, { title: '日'.repeat(300), body: '"\n'.repeat(999) });
    await storeNotification(ada, { title: '\u007f"'.repeat(300), body: '日'.repeat(2_000) });
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 4 });
    for (const device of devices) expect(messagesTo(device)).toHaveLength(2);
  });

  test('no device that was added after it', async () => {
    const ada = await person();
    await storeNotification(ada);
    await register(ada);
    expect(await deliverDue(deps)).toEqual(NOTHING);
  });
});

describe('A waiting delivery is dropped', () => {
  test.each([
    ['once its notification is read', async (ada: Person) => call(ada, 'POST', '/api/notifications/read-all')],
    [
      'once notifications are turned off',
      async (ada: Person) => call(ada, 'PUT', '/api/user/profile', { preferences: { notifications: false } }),
    ],
    [
      'once the person is blocked',
      async (ada: Person) =>
        deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute(),
    ],
    ['once it is of no use any more', async () => clock.advance(24 * HOUR)],
  ])('%s', async (_, happen) => {
    const ada = await person();
    const device = await register(ada);
    await storeNotification(ada);
    await happen(ada);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, dropped: 1 });
    expect([push.attempts(device), await waiting()]).toEqual([0, []]);
  });

  test('once the browser belongs to another user', async () => {
    const [ada, ben] = [await person(), await person()];
    const subscription = push.subscribe();
    await call(ada, 'POST', '/api/notifications/devices', subscription);
    await storeNotification(ada);
    await call(ben, 'POST', '/api/notifications/devices', subscription);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, dropped: 1 });
    expect(push.attempts(subscription.endpoint)).toBe(0);
  });

  test('with the device or user', async () => {
    const [ada, ben] = [await person(), await person()];
    const device = await register(ada);
    await register(ben);
    await storeNotification(ada);
    await storeNotification(ben);
    await call(ada, 'DELETE', '/api/notifications/devices', { endpoint: device });
    await deps.db.deleteFrom('profile').where('id', '=', ben.id).execute();
    expect([await waiting(), await deliverDue(deps)]).toEqual([[], NOTHING]);
  });
});

describe('A push service', () => {
  test.each([404, 410])('that responds %i causes the deletion of the device and its deliveries', async (status) => {
    const ada = await person();
    const [gone, there] = [await register(ada), await register(ada)];
    push.behave({ mode: 'refuse-with', status }, gone);
    await storeNotification(ada);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1, gone: 1 });
    expect([await devicesOf(ada), await waiting()]).toEqual([[there], []]);
  });

  test.each([429, 500, 503])('that responds %i gets two retries with growing delays', async (status) => {
    const ada = await person();
    const device = await register(ada);
    push.behave({ mode: 'refuse-with', status }, device);
    await storeNotification(ada);
    const failed = { ...NOTHING, failed: 1 };
    const results = [];
    for (const pause of [0, 29 * SECOND, SECOND, 5 * MINUTE - SECOND, SECOND, 23 * HOUR]) {
      clock.advance(pause);
      results.push(await deliverDue(deps));
    }
    expect(results).toEqual([failed, NOTHING, failed, NOTHING, failed, NOTHING]);
    expect([push.attempts(device), await waiting()]).toEqual([3, []]);
    const devices = await deps.db.selectFrom('push_device').select('endpoint').where('user_id', '=', ada.id).execute();
    expect(devices).toEqual([{ endpoint: device }]);
  });

  test('that recovers gets the message with its remaining time', async () => {
    const ada = await person();
    const device = await register(ada);
    push.behave({ mode: 'refuse-with', status: 503 }, device);
    await storeNotification(ada, { push: { urgency: 'normal', ttlSeconds: 100 } });
    await deliverDue(deps);
    push.behave({ mode: 'normal' }, device);
    clock.advance(30 * SECOND);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
    expect(messagesTo(device)).toMatchObject([{ ttl: 70 }]);
  });
});

describe('Several nodes', () => {
  test('send each message once, however they race', async () => {
    const nodes = [{ deps, close: async () => undefined }, await startNode()];
    const users = await Promise.all(Array.from({ length: 30 }, () => person()));
    const devices = await Promise.all(users.flatMap((one) => [register(one), register(one)]));
    await deps.db.transaction().execute((tx) =>
      notify(
        deps,
        tx,
        users.map((one) => notificationTo(one)),
      ),
    );
    const runs = await Promise.all([...nodes, ...nodes].map((node) => deliverDue(node.deps)));
    expect(runs.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(60);
    expect(devices.map((device) => messagesTo(device).length)).toEqual(Array(60).fill(1));
    await Promise.all(nodes.map(({ close }) => close()));
  });

  test('lease each delivery once under concurrency', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => person()));
    await Promise.all(users.map(register));
    await Promise.all(users.map((one) => storeNotification(one)));
    const now = clock.now();
    const lease = { now, leasedUntil: new Date(now.getTime() + MINUTE) };
    await deps.db.transaction().execute(async (tx) => {
      expect(await claimDueDeliveries(tx, { ...lease, limit: 5 })).toHaveLength(5);
      // Others skip leased deliveries, without waiting for the commit.
      const claims = Array.from({ length: 5 }, () => claimDueDeliveries(deps.db, { ...lease, limit: 10 }));
      expect((await Promise.all(claims)).flat()).toHaveLength(15);
    });
    expect((await waiting()).map(({ attempts }) => attempts)).toEqual(Array(20).fill(1));
  });

  test('send again a minute later what one of them took and did not send, because it died', async () => {
    const ada = await person();
    const device = await register(ada);
    await storeNotification(ada);
    const now = clock.now();
    const taken = await claimDueDeliveries(deps.db, { now, leasedUntil: new Date(now.getTime() + MINUTE), limit: 20 });
    expect(taken).toHaveLength(1);
    clock.advance(MINUTE - 1);
    expect(await deliverDue(deps)).toEqual(NOTHING);
    clock.advance(1);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
    expect(messagesTo(device)).toHaveLength(1);
  });

  test('put off no attempt but their own: one that fails late leaves the lease of the next one', async () => {
    const ada = await person();
    await register(ada);
    await storeNotification(ada);
    const now = clock.now();
    const [slow] = await claimDueDeliveries(deps.db, { now, leasedUntil: now, limit: 1 });
    if (slow === undefined) throw new Error('There is one to take.');
    const leasedUntil = new Date(now.getTime() + MINUTE);
    await claimDueDeliveries(deps.db, { now, leasedUntil, limit: 1 });
    await updateNextAttempt(deps.db, slow, now);
    expect(await waiting()).toMatchObject([{ attempts: 2, next_attempt_at: leasedUntil }]);
  });

  test('give up a delivery that crashes them repeatedly', async () => {
    const ada = await person();
    const device = await register(ada);
    await storeNotification(ada);
    for (let death = 0; death < 3; death += 1) {
      const now = clock.now();
      await claimDueDeliveries(deps.db, { now, leasedUntil: now, limit: 20 });
    }
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, dropped: 1 });
    expect([push.attempts(device), await waiting()]).toEqual([0, []]);
  });
});

describe('The deliveries of a running node', () => {
  test('know the owner of what a node of the version before stores', async () => {
    const ada = await person();
    await register(ada);
    await storeNotification(ada);
    await sql`
      with moved as (delete from push_delivery returning notification_id, device_id, urgency, expires_at, next_attempt_at)
      insert into push_delivery (notification_id, device_id, urgency, expires_at, next_attempt_at) select * from moved`.execute(
      deps.db,
    );
    expect(await waiting()).toEqual([expect.objectContaining({ user_id: ada.id })]);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
  });

  test('start when a node stores a notification, and end on stop', async () => {
    const node = await startNode();
    const ada = await person();
    const device = await register(ada);
    await node.deps.eventChannel.ready();
    node.deps.sequencer.start();
    // The next poll is an hour away.
    const deliveries = startDeliveries(node.deps, HOUR);
    for (const count of [1, 2, 3]) {
      await storeNotification(ada);
      await expect.poll(() => messagesTo(device).length).toBe(count);
    }
    await deliveries.stop();
    await storeNotification(ada);
    await node.close();
    expect([messagesTo(device).length, (await waiting()).length]).toEqual([3, 1]);
  });

  test('start with waiting deliveries, and finish current ones before they stop', async () => {
    const ada = await person();
    const device = await register(ada);
    await storeNotification(ada);
    const deliveries = startDeliveries(deps);
    await deliveries.stop();
    expect([messagesTo(device).length, await waiting()]).toEqual([1, []]);
  });
});
