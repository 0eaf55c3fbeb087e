import { expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import {
  checkoutEvent,
  customerOf,
  invoiceEvent,
  permutationsOf,
  secondsOf,
  stateEvent,
  subscriptionId,
  subscriptionsOf,
  tell,
} from './test-payment-events.ts';

const app = await startTestApp();

test('a subscription reaches the same status in each of the 120 orders of five events', async () => {
  const ends = new Set<string>();
  for (const order of permutationsOf([0, 1, 2, 3, 4])) {
    const ada = await app.person();
    const second = secondsOf(app.clock.now()) - 100;
    const paid = { customer: await customerOf(app, ada), subscription: subscriptionId(), started: second };
    const events = [
      stateEvent(paid, 'created', 'incomplete', second),
      checkoutEvent(paid, second + 2),
      stateEvent(paid, 'updated', 'active', second),
      invoiceEvent(paid, 'invoice.payment_failed', second + 9),
      stateEvent(paid, 'deleted', 'canceled', second + 9),
    ];
    for (const index of order) expect((await tell(app, app.call, events[index] ?? {})).status).toBe(200);
    const rows = await subscriptionsOf(app, ada);
    expect(rows).toHaveLength(1);
    const { id: _, user_id, payment_customer_id, payment_subscription_id, ...end } = rows[0] ?? {};
    expect([user_id, payment_customer_id, payment_subscription_id]).toEqual([ada.id, paid.customer, paid.subscription]);
    ends.add(JSON.stringify(end));
  }
  expect([...ends].map((end) => JSON.parse(end))).toMatchObject([{ status: 'canceled', state_kind: 'deleted' }]);
});
