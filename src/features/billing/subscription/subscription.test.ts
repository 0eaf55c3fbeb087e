import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { listActiveSubscribers } from '../index.ts';
import {
  customerOf,
  type Paid,
  secondsOf,
  stateEvent,
  subscriptionId,
  tell,
} from '../payment-event/test-payment-events.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;

const SUBSCRIPTION = '/api/payment/subscription';
const now = secondsOf(clock.now());

async function give(paid: Paid, status: string): Promise<string> {
  const { text } = await tell(app, call, stateEvent(paid, 'updated', status, now));
  expect(text).toBe('{"received":true}');
  return paid.subscription;
}

describe('GET /api/payment/subscription', () => {
  test('returns null without a subscription', async () => {
    const ada = await person();
    expect(await call(ada, 'GET', SUBSCRIPTION)).toMatchObject({ status: 200, body: { subscription: null } });
    await customerOf(app, ada);
    expect((await call(ada, 'GET', SUBSCRIPTION)).body, 'who has only looked').toEqual({ subscription: null });
  });

  test('returns the subscription with the provider’s status and no internal fields', async () => {
    const ada = await person();
    const paid = { customer: await customerOf(app, ada), subscription: subscriptionId(), started: now - 86_400 };
    await give(paid, 'past_due');
    const { status, body } = await call(ada, 'GET', SUBSCRIPTION);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        subscription: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          user_id: ada.id,
          payment_customer_id: paid.customer,
          payment_subscription_id: paid.subscription,
          status: 'past_due',
          created_at: new Date(paid.started * 1_000).toISOString(),
        },
      },
    });
  });

  test('prefers the newest active subscription, otherwise the newest', async () => {
    const ada = await person();
    const customer = await customerOf(app, ada);
    const daysAgo = (days: number) => ({ customer, subscription: subscriptionId(), started: now - days * 86_400 });
    const shown = async () => (await call(ada, 'GET', SUBSCRIPTION)).body.subscription.payment_subscription_id;
    const old = daysAgo(9);
    await give(old, 'canceled');
    const recent = await give(daysAgo(1), 'incomplete_expired');
    expect(await shown()).toBe(recent);
    const [older, newer] = [await give(daysAgo(5), 'active'), await give(daysAgo(3), 'active')];
    expect(older).not.toBe(newer);
    expect(await shown()).toBe(newer);
  });

  test('returns own subscriptions only, also to super admins', async () => {
    const [ada, ben, admin] = await Promise.all([person(), person(), superAdmin()]);
    await give({ customer: await customerOf(app, ada), subscription: subscriptionId(), started: now }, 'active');
    for (const stranger of [ben, admin]) {
      const { body } = await call(stranger, 'GET', `${SUBSCRIPTION}?user_id=${ada.id}`);
      expect(body).toEqual({ subscription: null });
    }
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', SUBSCRIPTION)).status).toBe(401);
  });
});

describe('listActiveSubscribers', () => {
  test('returns users with an active subscription', async () => {
    const [active, twice, ended, late, none] = await Promise.all([person(), person(), person(), person(), person()]);
    const paid = async (user: typeof active) => ({
      customer: await customerOf(app, user),
      subscription: subscriptionId(),
      started: now,
    });
    await give(await paid(active), 'active');
    const first = await paid(twice);
    await give(first, 'active');
    await give({ ...first, subscription: subscriptionId() }, 'canceled');
    await give(await paid(ended), 'canceled');
    await give(await paid(late), 'past_due');
    const userIds = [active, twice, ended, late, none].map(({ id }) => id);
    expect(await listActiveSubscribers(deps.db, userIds)).toEqual(new Set([active.id, twice.id]));
    expect(await listActiveSubscribers(deps.db, [ended.id, twice.id])).toEqual(new Set([twice.id]));
    expect(await listActiveSubscribers(deps.db, [])).toEqual(new Set());
    await deps.db.transaction().execute(async (tx) => {
      expect(await listActiveSubscribers(tx, userIds)).toEqual(new Set([active.id, twice.id]));
    });
  });
});
