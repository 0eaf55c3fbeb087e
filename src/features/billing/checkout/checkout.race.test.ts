import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { checkoutAt } from '../payment-event/test-payment-events.ts';

const app = await startTestApp();
const { person, call, deps, payment } = app;
const other = await startSecondNode(app);

const CHECKOUT = '/api/payment/create-checkout-session';
const asked = checkoutAt(payment.priceIds);
const many = <Result>(make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 20 }, (_, at) => make(at)));

test('twenty concurrent first checkouts on two nodes create one customer and one session', async () => {
  // So slow that they are under way together.
  payment.behave({ mode: 'slow', delayMs: 300 });
  const ada = await person();
  const responses = await many((index) => (index % 2 === 0 ? call : other.call)(ada, 'POST', CHECKOUT, asked));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(responses.map(({ body }) => body.sessionId)).size).toBe(1);
  const made = payment.requests.filter(
    ({ fields, status }) => fields.get('metadata[user_id]') === ada.id && status === 200,
  );
  expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  const rows = await deps.db.selectFrom('payment_customer').selectAll().where('user_id', '=', ada.id).execute();
  expect(rows).toHaveLength(1);
  const customers = payment.requests.flatMap(({ fields }) =>
    fields.get('client_reference_id') === ada.id ? [fields.get('customer')] : [],
  );
  expect(new Set(customers)).toEqual(new Set([rows[0]?.payment_customer_id]));
  payment.behave({ mode: 'normal' });
});

test('twenty concurrent checkouts of a customer that the provider deleted store one new customer', async () => {
  const ada = await person();
  await call(ada, 'POST', CHECKOUT, asked);
  payment.forget();
  const responses = await many((index) => (index % 2 === 0 ? call : other.call)(ada, 'POST', CHECKOUT, asked));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const rows = await deps.db.selectFrom('payment_customer').selectAll().where('user_id', '=', ada.id).execute();
  expect(rows).toHaveLength(1);
});

test('one of twenty concurrent requests with one Idempotency-Key calls the provider', async () => {
  const ada = await person();
  const key = { 'idempotency-key': randomUUID() };
  const responses = await many(() => call(ada, 'POST', CHECKOUT, asked, key));
  const codes = responses.map(({ status, body }) => (status === 200 ? 'served' : body.code));
  expect(new Set(codes).has('served')).toBe(true);
  expect(codes.filter((code) => code !== 'served' && code !== 'idempotency.in-flight')).toEqual([]);
  const sessions = payment.requests.filter(({ fields }) => fields.get('client_reference_id') === ada.id);
  expect(sessions).toHaveLength(1);
});
