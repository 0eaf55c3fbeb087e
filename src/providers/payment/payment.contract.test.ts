import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { SandboxPaymentBehaviour } from '#sandbox/payment/behaviour.ts';
import { startSandboxPayment } from '#sandbox/payment/payment.ts';
import { holdTimers } from '#test/held-timers.ts';
import { createPayment } from './payment.factory.ts';
import type { Payment, PaymentConfiguration, PaymentFailure } from './payment.ts';

const sandbox = await startSandboxPayment();
afterAll(sandbox.close);
beforeEach(() => sandbox.behave({ mode: 'normal' }));

const KEY = 'sk_test_key-canary-5b1f';

async function paymentOf(change: Partial<PaymentConfiguration> = {}) {
  const failures: PaymentFailure[] = [];
  const payment = await createPayment({
    apiKey: KEY,
    signingSecret: sandbox.signingSecret,
    apiUrl: sandbox.url,
    onFailure: (failure) => failures.push(failure),
    ...change,
  });
  return { payment, failures };
}

/** The time limit of a call. A test decides whether it passes. */
const LIMIT_MS = 600_002;

/** A user that the provider does not know. */
const newUser = () => ({ userId: randomUUID(), email: 'ada@people.test', onceKey: randomUUID() });

const checkoutFor = (customerId: string) => ({
  userId: randomUUID(),
  customerId,
  priceId: 'price_sandbox_monthly',
  successUrl: 'http://meadow.test/paid?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://meadow.test/back',
  onceKey: randomUUID(),
});

const requestsWith = (text: string) =>
  sandbox.requests.filter(({ fields }) => [...fields.values()].some((value) => value.includes(text)));

async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe('A customer', () => {
  test('is made once for the same key, however many ask at once, and however slow the provider is', async () => {
    const { payment, failures } = await paymentOf();
    sandbox.behave({ mode: 'slow', delayMs: 200 });
    const ada = newUser();
    const made = await Promise.all(Array.from({ length: 20 }, () => payment.createCustomer(ada)));
    expect(new Set(made).size).toBe(1);
    expect(made[0]).toMatch(/^cus_\w+$/);
    const statuses = requestsWith(ada.userId).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  test('is another one for another key, another person or another address', async () => {
    const { payment } = await paymentOf();
    const ada = newUser();
    const changes = [{}, { onceKey: 'another' }, { userId: randomUUID() }, { email: null }];
    const made = await Promise.all(changes.map((change) => payment.createCustomer({ ...ada, ...change })));
    expect(new Set(made).size).toBe(4);
  });
});

describe('A checkout', () => {
  test('is a page of the provider, for the person, the price and the addresses that were named', async () => {
    const { payment } = await paymentOf();
    const customerId = await payment.createCustomer(newUser());
    const asked = checkoutFor(customerId);
    const { sessionId, url } = await payment.createCheckout(asked);
    expect(url).toBe(`${sandbox.url}/checkout/${sessionId}`);
    const [request, ...more] = requestsWith(asked.userId);
    expect(more).toEqual([]);
    expect(Object.fromEntries(request?.fields ?? [])).toEqual({
      mode: 'subscription',
      customer: customerId,
      client_reference_id: asked.userId,
      'line_items[0][price]': 'price_sandbox_monthly',
      'line_items[0][quantity]': '1',
      success_url: asked.successUrl,
      cancel_url: asked.cancelUrl,
    });
  });

  test('is the same page for the same key, and another one for another price', async () => {
    const { payment } = await paymentOf();
    const asked = checkoutFor(await payment.createCustomer(newUser()));
    const [first, second, other] = await Promise.all([
      payment.createCheckout(asked),
      payment.createCheckout(asked),
      payment.createCheckout({ ...asked, priceId: 'price_sandbox_yearly' }),
    ]);
    expect(second).toEqual(first);
    expect(other.sessionId).not.toBe(first.sessionId);
  });

  test('rejects an unknown customer with payment.customer-unknown', async () => {
    const { payment, failures } = await paymentOf();
    const error = await errorOf(payment.createCheckout(checkoutFor('cus_unknown')));
    expect([error.code, error.status]).toEqual(['payment.customer-unknown', 502]);
    expect(failures).toEqual([{ reason: 'customer-unknown', status: 400, code: 'resource_missing' }]);
  });
});

describe('A portal', () => {
  test('is a page of the provider, a new one each time', async () => {
    const { payment } = await paymentOf();
    const portal = { customerId: await payment.createCustomer(newUser()), returnUrl: 'http://meadow.test/' };
    const [one, other] = [await payment.createPortal(portal), await payment.createPortal(portal)];
    expect(one.url.startsWith(`${sandbox.url}/portal/`)).toBe(true);
    expect(one.url).not.toBe(other.url);
  });

  test('rejects an unknown customer with payment.customer-unknown', async () => {
    const { payment } = await paymentOf();
    const portal = { customerId: 'cus_unknown', returnUrl: 'http://meadow.test/' };
    expect((await errorOf(payment.createPortal(portal))).code).toBe('payment.customer-unknown');
  });
});

describe('A price', () => {
  test('has the amount, currency, interval and product of the provider', async () => {
    const { payment, failures } = await paymentOf();
    expect(await payment.readPrice('price_sandbox_yearly')).toEqual({
      id: 'price_sandbox_yearly',
      amount: 5_000,
      currency: 'eur',
      interval: 'year',
      intervalCount: 1,
      productName: 'Meadow Premium, yearly',
    });
    const { path, fields, idempotencyKey } = sandbox.requests.at(-1) ?? {};
    expect([path, Object.fromEntries(fields ?? []), idempotencyKey]).toEqual([
      '/v1/prices/price_sandbox_yearly',
      { 'expand[0]': 'product' },
      null,
    ]);
    expect(failures).toEqual([]);
  });

  test.each([
    ['tiered', { unit_amount: null }, { amount: null }],
    ['paid once', { recurring: null }, { interval: null, intervalCount: null }],
    ['of a deleted product', { product: { id: 'prod_1', object: 'product', deleted: true } }, { productName: null }],
  ])('can be %s', async (_name, change, expected) => {
    const { payment } = await paymentOf();
    const usual = {
      id: 'price_1',
      unit_amount: 500,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 3 },
      product: { name: 'Premium' },
    };
    sandbox.behave({ mode: 'answer-with', value: { ...usual, ...change } });
    expect(await payment.readPrice('price_1')).toEqual({
      id: 'price_1',
      amount: 500,
      currency: 'usd',
      interval: 'month',
      intervalCount: 3,
      productName: 'Premium',
      ...expected,
    });
  });

  test('rejects an unknown price with payment.refused', async () => {
    const { payment, failures } = await paymentOf();
    expect((await errorOf(payment.readPrice('price_unknown'))).code).toBe('payment.refused');
    expect(failures).toEqual([{ reason: 'refused', status: 404, code: 'resource_missing' }]);
  });
});

/** What each call is answered with where the provider is well; any customer will do where it is not. */
const CALLS: Record<string, (payment: Payment) => Promise<unknown>> = {
  createCustomer: (payment) => payment.createCustomer(newUser()),
  createCheckout: (payment) => payment.createCheckout(checkoutFor('cus_any')),
  createPortal: (payment) => payment.createPortal({ customerId: 'cus_any', returnUrl: 'http://meadow.test/' }),
  readPrice: (payment) => payment.readPrice('price_sandbox_monthly'),
};

const refusal = (status: number): [SandboxPaymentBehaviour, string, PaymentFailure] => {
  const isOutage = status >= 500 || status === 429;
  const [code, reason] = isOutage
    ? (['payment.unavailable', 'out-of-order'] as const)
    : (['payment.refused', 'refused'] as const);
  return [{ mode: 'refuse-with', status }, code, { reason, status, code: 'sandbox_refusal' }];
};

const FAILURES: [behaviour: SandboxPaymentBehaviour, code: string, failure: PaymentFailure][] = [
  ...[400, 401, 403, 404, 429, 500, 502, 503].map(refusal),
  [{ mode: 'decline' }, 'payment.declined', { reason: 'declined', status: 402, code: 'card_declined' }],
  [{ mode: 'redirect', location: '/v1/customers' }, 'payment.unavailable', { reason: 'not-reachable' }],
  [{ mode: 'reset' }, 'payment.unavailable', { reason: 'not-reachable', networkCode: 'ECONNRESET' }],
  [{ mode: 'hang' }, 'payment.timeout', { reason: 'time-limit' }],
  [{ mode: 'slow', delayMs: 60_000 }, 'payment.timeout', { reason: 'time-limit' }],
  [{ mode: 'stall' }, 'payment.timeout', { reason: 'time-limit' }],
  [{ mode: 'garbage' }, 'payment.bad-response', { reason: 'not-of-the-shape', status: 200 }],
  [{ mode: 'huge' }, 'payment.bad-response', { reason: 'too-large' }],
  ...[null, 'text', 7, true].map((value): [SandboxPaymentBehaviour, string, PaymentFailure] => [
    { mode: 'answer-with', value },
    'payment.bad-response',
    { reason: 'not-of-the-shape', status: 200 },
  ]),
  ...[[], {}, { error: 7 }, { error: null }, { id: 7, url: 7 }, { id: 'with space', url: 'javascript:alert(1)' }].map(
    (value): [SandboxPaymentBehaviour, string, PaymentFailure] => [
      { mode: 'answer-with', value },
      'payment.bad-response',
      { reason: 'not-of-the-shape' },
    ],
  ),
];

describe.each(Object.keys(CALLS))('A failure of %s', (name) => {
  const named = FAILURES.map((row): [string, ...typeof row] => [JSON.stringify(row[0]), ...row]);
  test.each(named)('has a code, comes in time and tells nothing: %s', async (_name, behaviour, code, failure) => {
    sandbox.behave(behaviour);
    // Later attempts get what is left of it.
    const limit = holdTimers((durationMs) => durationMs > LIMIT_MS / 2 && durationMs <= LIMIT_MS);
    const { payment, failures } = await paymentOf({ timeoutMs: LIMIT_MS });
    const before = sandbox.requests.length;
    const failed = errorOf(CALLS[name]?.(payment) ?? Promise.resolve());
    await expect.poll(() => sandbox.requests.length - before).toBeGreaterThanOrEqual(1);
    if (code === 'payment.timeout') limit.pass();
    const error = await failed;
    expect([error.code, error.status]).toEqual([code, code === 'payment.timeout' ? 503 : 502]);
    expect(failures).toEqual([failure]);
    const everythingTold = inspect({ error, failures }, { depth: null, showHidden: true, maxStringLength: null });
    expect(everythingTold).not.toMatch(/canary|people\.test|127\.0\.0\.1/);
  });

  test('of a provider that is not there comes at once', async () => {
    const { payment, failures } = await paymentOf({ apiUrl: await deadAddress() });
    expect((await errorOf(CALLS[name]?.(payment) ?? Promise.resolve())).code).toBe('payment.unavailable');
    expect(failures).toEqual([{ reason: 'not-reachable', networkCode: 'ECONNREFUSED' }]);
  });
});

test('a connection that is cut is tried again once, with the same key', async () => {
  const { payment } = await paymentOf();
  sandbox.behave({ mode: 'reset' });
  const ada = newUser();
  await errorOf(payment.createCustomer(ada));
  const keys = requestsWith(ada.userId).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), keys[0]]);
});

test('a redirect is not followed, so that the key goes nowhere else', async () => {
  const elsewhere = await startSandboxPayment();
  const { payment } = await paymentOf();
  sandbox.behave({ mode: 'redirect', location: `${elsewhere.url}/v1/customers` });
  await errorOf(payment.createCustomer(newUser()));
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
});

test('nothing is left on the console', async () => {
  const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level));
  const { payment } = await paymentOf();
  await payment.createCustomer(newUser());
  sandbox.behave({ mode: 'garbage' });
  await errorOf(payment.createCustomer(newUser()));
  expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});

test('rejects every call without a key and sends no request', async () => {
  const { payment } = await paymentOf({ apiKey: null });
  const before = sandbox.requests.length;
  for (const call of Object.values(CALLS)) {
    const error = await errorOf(call(payment));
    expect([error.code, error.status]).toEqual(['payment.not-configured', 500]);
  }
  expect(payment.isConfigured()).toBe(false);
  expect(payment.requireConfigured).toThrow(expect.objectContaining({ code: 'payment.not-configured' }));
  expect(sandbox.requests.length).toBe(before);
});

/** A URL without a listener. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}
