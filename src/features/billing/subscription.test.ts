import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';
import { activeSubscribers } from './index.ts';
import { customerOf, type Paid, secondsOf, stateEvent, subscriptionId, tell } from './test-payment-events.ts';

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
  test('200 answers null where somebody has none', async () => {
    const ada = await person();
    expect(await call(ada, 'GET', SUBSCRIPTION)).toMatchObject({ status: 200, body: { subscription: null } });
    await customerOf(app, ada);
    expect((await call(ada, 'GET', SUBSCRIPTION)).body, 'who has only looked').toEqual({ subscription: null });
  });

  test('200 answers the subscription with the word of the provider, and nothing that is ours alone', async () => {
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

  test('200 prefers the newest active one, or else the newest', async () => {
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

  test('200 answers nobody anything of somebody else, a super admin neither', async () => {
    const [ada, ben, admin] = await Promise.all([person(), person(), superAdmin()]);
    await give({ customer: await customerOf(app, ada), subscription: subscriptionId(), started: now }, 'active');
    for (const stranger of [ben, admin]) {
      const { body } = await call(stranger, 'GET', `${SUBSCRIPTION}?user_id=${ada.id}`);
      expect(body).toEqual({ subscription: null });
    }
  });

  test('401 refuses nobody in particular', async () => {
    expect((await call(null, 'GET', SUBSCRIPTION)).status).toBe(401);
  });
});

describe('activeSubscribers', () => {
  test('are those with any subscription that the provider calls active', async () => {
    const [active, twice, ended, late, none] = await Promise.all([person(), person(), person(), person(), person()]);
    const paid = async (someone: typeof active) => ({
      customer: await customerOf(app, someone),
      subscription: subscriptionId(),
      started: now,
    });
    await give(await paid(active), 'active');
    const first = await paid(twice);
    await give(first, 'active');
    await give({ ...first, subscription: subscriptionId() }, 'canceled');
    await give(await paid(ended), 'canceled');
    await give(await paid(late), 'past_due');
    const everybody = [active, twice, ended, late, none].map(({ id }) => id);
    expect(await activeSubscribers(deps.db, everybody)).toEqual(new Set([active.id, twice.id]));
    expect(await activeSubscribers(deps.db, [ended.id, twice.id])).toEqual(new Set([twice.id]));
    expect(await activeSubscribers(deps.db, [])).toEqual(new Set());
    await deps.db.transaction().execute(async (tx) => {
      expect(await activeSubscribers(tx, everybody)).toEqual(new Set([active.id, twice.id]));
    });
  });
});
