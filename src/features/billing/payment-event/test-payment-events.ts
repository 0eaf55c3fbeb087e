import { randomUUID } from 'node:crypto';
import { signatureOf } from '#sandbox/payment/protocol.ts';
import type { Person, TestApp, TestResponse } from '#test/start-test-app.ts';

/** All orders of these values. */
export function permutationsOf<Value>(values: readonly Value[]): Value[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, index) =>
    permutationsOf([...values.slice(0, index), ...values.slice(index + 1)]).map((rest) => [value, ...rest]),
  );
}

export const eventId = () => `evt_${randomUUID()}`;
export const subscriptionId = () => `sub_${randomUUID()}`;

export const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1_000);

/** An event as the provider writes it. `created` is in seconds since 1970. */
export function eventOf(type: string, created: number, object: object, more: object = {}) {
  return { id: eventId(), object: 'event', type, created, livemode: false, ...more, data: { object } };
}

/** What the provider knows of a subscription. `started` and the times of events are in seconds since 1970. */
export type Paid = { customer: string; subscription: string; started: number };

export function stateEvent({ customer, subscription, started }: Paid, kind: string, status: string, created: number) {
  const object = { id: subscription, object: 'subscription', customer, status, created: started };
  return eventOf(`customer.subscription.${kind}`, created, object);
}

export function checkoutEvent({ customer, subscription }: Paid, created: number, payment_status = 'paid') {
  const object = { id: 'cs_test_1', object: 'checkout.session', mode: 'subscription', customer, subscription };
  return eventOf('checkout.session.completed', created, { ...object, payment_status });
}

export function invoiceEvent({ customer, subscription }: Paid, type: string, created: number, more: object = {}) {
  const parent = { type: 'subscription_details', subscription_details: { subscription } };
  return eventOf(type, created, { id: 'in_1', object: 'invoice', customer, parent, ...more });
}

/** Sends an event to the webhook like the provider, signed now. */
export function tell(
  { clock, payment }: Pick<TestApp, 'clock' | 'payment'>,
  call: TestApp['call'],
  event: object,
): Promise<TestResponse> {
  const text = JSON.stringify(event);
  return send(call, text, signatureOf(text, payment.signingSecret, secondsOf(clock.now())));
}

/** Sends these bytes to the webhook, with this header beside them. */
export function send(call: TestApp['call'], body: string | Buffer, signature?: string): Promise<TestResponse> {
  return call(null, 'POST', '/api/payment/webhook', body, {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'stripe-signature': signature }),
  });
}

/** Makes the person known to the provider, as a checkout does, and returns by which id. */
export async function customerOf({ call, deps, payment }: TestApp, person: Person): Promise<string> {
  const { status, text } = await call(
    person,
    'POST',
    '/api/payment/create-checkout-session',
    checkoutAt(payment.priceIds),
  );
  if (status !== 200) throw new Error(`No checkout for a test's person: ${text}`);
  const row = deps.db.selectFrom('payment_customer').selectAll().where('user_id', '=', person.id);
  return (await row.executeTakeFirstOrThrow()).payment_customer_id;
}

export function checkoutAt([priceId]: readonly string[]) {
  return { priceId, successUrl: 'http://meadow.test/paid', cancelUrl: 'http://meadow.test/back' };
}

export const subscriptionsOf = ({ deps }: Pick<TestApp, 'deps'>, person: Person) =>
  deps.db.selectFrom('subscription').selectAll().where('user_id', '=', person.id).orderBy('created_at').execute();
