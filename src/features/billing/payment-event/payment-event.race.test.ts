import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import {
  checkoutEvent,
  customerOf,
  invoiceEvent,
  secondsOf,
  stateEvent,
  subscriptionId,
  subscriptionsOf,
  tell,
} from './test-payment-events.ts';

const app = await startTestApp();
const { person, call, deps, clock } = app;
const other = await startSecondNode(app);

/** Tells an event to one of the nodes until it is taken, as the provider does: a busy node asks for it again later. */
async function notifyUntilClaimed(event: object, index: number): Promise<number> {
  for (;;) {
    const { status } = await tell(app, index % 2 === 0 ? call : other.call, event);
    if (status !== 503) return status;
  }
}

async function payer() {
  const ada = await person();
  const started = secondsOf(clock.now()) - 100;
  return { ada, paid: { customer: await customerOf(app, ada), subscription: subscriptionId(), started } };
}

test('fifty concurrent deliveries of an event on two nodes have one effect', async () => {
  const { ada, paid } = await payer();
  const event = checkoutEvent(paid, paid.started + 3);
  const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => notifyUntilClaimed(event, index)));
  expect(statuses).toEqual(Array(50).fill(200));
  expect(await subscriptionsOf(app, ada)).toMatchObject([{ status: 'active' }]);
  const rows = await deps.db.selectFrom('payment_event').selectAll().where('id', '=', event.id).execute();
  expect(rows).toHaveLength(1);
});

test('concurrent events of a subscription, each four times on two nodes, end like sequential ones', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { ada, paid } = await payer();
    const events = [
      stateEvent(paid, 'created', 'incomplete', paid.started),
      invoiceEvent(paid, 'invoice.paid', paid.started + 1),
      stateEvent(paid, 'updated', 'active', paid.started + 1),
      checkoutEvent(paid, paid.started + 2),
      stateEvent(paid, 'updated', 'past_due', paid.started + 50),
    ];
    const all = Array.from({ length: 4 }, () => events).flat();
    const statuses = await Promise.all(all.map(notifyUntilClaimed));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await subscriptionsOf(app, ada)).toMatchObject([
      {
        status: 'past_due',
        state_kind: 'updated',
        state_at: new Date((paid.started + 50) * 1_000),
        payment_kind: 'checked-out',
        created_at: new Date(paid.started * 1_000),
      },
    ]);
  }
});
