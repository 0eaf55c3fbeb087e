import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createPayment } from '#providers/payment/payment.factory.ts';
import { listenOnLoopback } from '#test/edge/raw-http.ts';
import { holdTimers } from '#test/held-timers.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import {
  checkoutAt,
  customerOf,
  secondsOf,
  stateEvent,
  subscriptionId,
  tell,
} from '../payment-event/test-payment-events.ts';

const app = await startTestApp({ environment: { CORS_ORIGINS: 'http://web.test:5173' } });
const { person, superAdmin, call, deps, clock, payment } = app;
const { payment: usual } = deps;
const withoutProvider = await startTestApp({
  environment: { PAYMENT_API_KEY: '', PAYMENT_SIGNING_SECRET: '', PAYMENT_PRICE_IDS: '' },
});
// No test server gets such a low port. Another port that was just free could be in use by now.
const withDeadProvider = await startTestApp({ environment: { PAYMENT_API_URL: 'http://127.0.0.1:2' } });

afterEach(() => {
  payment.behave({ mode: 'normal' });
  deps.payment = usual;
});

const CHECKOUT = '/api/payment/create-checkout-session';
const PORTAL = '/api/payment/create-portal-session';
const asked = checkoutAt(payment.priceIds);

const rowOf = (user: Person) =>
  deps.db.selectFrom('payment_customer').selectAll().where('user_id', '=', user.id).executeTakeFirst();

/** The calls of the provider's interface that were about this person. */
const requestsAbout = (user: Person, path = '') =>
  payment.requests.filter(
    ({ path: called, fields }) => called.includes(path) && [...fields.values()].includes(user.id),
  );

async function give(user: Person, status: string): Promise<void> {
  const now = secondsOf(clock.now());
  const paid = { customer: await customerOf(app, user), subscription: subscriptionId(), started: now };
  expect((await tell(app, call, stateEvent(paid, 'updated', status, now))).status).toBe(200);
}

async function impersonated(target: Person): Promise<Person> {
  const asked = { target_id: target.id, reason: 'To help' };
  const { body } = await call(await superAdmin(), 'POST', '/api/admin/impersonate', asked);
  return { ...target, token: body.token };
}

/** Has calls of the provider end after milliseconds, until `deps.payment` is `usual` again. */
async function waitBriefly(): Promise<void> {
  deps.payment = await createPayment({ ...deps.config.payment, timeoutMs: 300 });
}

const FAULTS = [
  { what: 'declines', behaviour: { mode: 'decline' }, status: 502, code: 'payment.declined' },
  { what: 'refuses', behaviour: { mode: 'refuse-with', status: 400 }, status: 502, code: 'payment.refused' },
  {
    what: 'rejects the API key',
    behaviour: { mode: 'refuse-with', status: 401 },
    status: 502,
    code: 'payment.refused',
  },
  {
    what: 'is overloaded',
    behaviour: { mode: 'refuse-with', status: 429 },
    status: 502,
    code: 'payment.unavailable',
  },
  {
    what: 'is out of order',
    behaviour: { mode: 'refuse-with', status: 500 },
    status: 502,
    code: 'payment.unavailable',
  },
  { what: 'hangs', behaviour: { mode: 'hang' }, status: 503, code: 'payment.timeout' },
  { what: 'is slow', behaviour: { mode: 'slow', delayMs: 20_000 }, status: 503, code: 'payment.timeout' },
  { what: 'cuts the connection', behaviour: { mode: 'reset' }, status: 502, code: 'payment.unavailable' },
  { what: 'sends garbage', behaviour: { mode: 'garbage' }, status: 502, code: 'payment.bad-response' },
  {
    what: 'sends plain text',
    behaviour: { mode: 'answer-with', value: 'yes' },
    status: 502,
    code: 'payment.bad-response',
  },
  { what: 'sends an endless response', behaviour: { mode: 'huge' }, status: 502, code: 'payment.bad-response' },
] as const;

describe('POST /api/payment/create-checkout-session', () => {
  test('returns a page of the provider and creates a customer', async () => {
    const ada = await person();
    const { status, body } = await call(ada, 'POST', CHECKOUT, asked);
    expect({ status, body }).toEqual({
      status: 200,
      body: { sessionId: expect.stringMatching(/^cs_test_/), url: `${payment.url}/checkout/${body.sessionId}` },
    });
    const row = await rowOf(ada);
    expect(row).toMatchObject({ payment_customer_id: expect.stringMatching(/^cus_/), created_at: clock.now() });
    const [customer, session, ...more] = requestsAbout(ada).map(({ fields }) => Object.fromEntries(fields));
    expect(customer).toEqual({ 'metadata[user_id]': ada.id, email: ada.email });
    expect(session).toMatchObject({ customer: row?.payment_customer_id, client_reference_id: ada.id });
    expect(session).toMatchObject({ success_url: asked.successUrl, 'line_items[0][price]': asked.priceId });
    expect(more).toEqual([]);
  });

  test('returns a page on which a click starts a subscription', async () => {
    const port = await listenOnLoopback(app.server);
    payment.tell(`http://127.0.0.1:${port}/api/payment/webhook`);
    const ada = await person();
    const { body } = await call(ada, 'POST', CHECKOUT, asked);
    const paid = await fetch(`${body.url}/pay`, { method: 'POST', redirect: 'manual' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, asked.successUrl]);
    expect(payment.events.slice(-4).map(({ outcome }) => outcome)).toEqual(Array(4).fill('200 OK'));
    const subscription = (await call(ada, 'GET', '/api/payment/subscription')).body.subscription;
    expect(subscription).toMatchObject({ status: 'active', user_id: ada.id });

    const portal = await call(ada, 'POST', PORTAL);
    const form = new URLSearchParams({ subscription: subscription.payment_subscription_id });
    await fetch(`${portal.body.url}/cancel`, { method: 'POST', body: form, redirect: 'manual' });
    expect((await call(ada, 'GET', '/api/payment/subscription')).body.subscription).toEqual({
      ...subscription,
      status: 'canceled',
    });
    expect((await call(ada, 'POST', CHECKOUT, asked)).status, 'to begin anew').toBe(200);
  });

  test('returns the same page within a minute and a new one later', async () => {
    const ada = await person();
    clock.set(new Date(Math.ceil(clock.now().getTime() / 60_000) * 60_000));
    const first = await call(ada, 'POST', CHECKOUT, asked);
    clock.advance(59_000);
    expect((await call(ada, 'POST', CHECKOUT, asked)).body).toEqual(first.body);
    const other = { ...asked, priceId: payment.priceIds[1] };
    expect((await call(ada, 'POST', CHECKOUT, other)).body).not.toEqual(first.body);
    clock.advance(1_000);
    expect((await call(ada, 'POST', CHECKOUT, asked)).body).not.toEqual(first.body);
    expect(requestsAbout(ada, 'customers')).toHaveLength(1);
  });

  test('allows return URLs of this server and of web clients', async () => {
    const successUrl = 'http://web.test:5173/paid?session={CHECKOUT_SESSION_ID}';
    const ada = await person();
    const { status } = await call(ada, 'POST', CHECKOUT, { ...asked, successUrl, cancelUrl: 'http://MEADOW.test:80/' });
    expect(status).toBe(200);
    expect(requestsAbout(ada, 'sessions')[0]?.fields.get('success_url')).toBe(successUrl);
  });

  test('creates a new customer if the provider deleted it', async () => {
    const ada = await person();
    const before = await customerOf(app, ada);
    payment.forget();
    expect((await call(ada, 'POST', CHECKOUT, asked)).status).toBe(200);
    const after = (await rowOf(ada))?.payment_customer_id;
    expect(after).not.toBe(before);
    expect((await call(ada, 'POST', PORTAL)).status).toBe(200);
  });

  test('accepts a user without an email address', async () => {
    const ada = await person();
    await deps.db.updateTable('profile').set({ email: null }).where('id', '=', ada.id).execute();
    const nameless = { ...ada, token: await app.issuer.sign(ada.id, clock.now(), {}) };
    expect((await call(nameless, 'POST', CHECKOUT, asked)).status).toBe(200);
    expect(requestsAbout(ada, 'customers')[0]?.fields.has('email')).toBe(false);
  });

  test('ignores unknown and prototype keys', async () => {
    const ada = await person();
    const text = JSON.stringify({
      ...asked,
      customerId: 'cus_of-ben',
      userId: randomUUID(),
      metadata: { user_id: 'ben' },
    });
    expect((await call(ada, 'POST', CHECKOUT, JSON.parse(text))).status).toBe(200);
    const sent = JSON.stringify(requestsAbout(ada).map(({ fields }) => [...fields]));
    expect(sent).not.toContain('ben');
    const polluting = text.replace('{', '{"__proto__":{"priceId":"price_1","isAdmin":true},');
    const json = { 'content-type': 'application/json' };
    expect((await call(ada, 'POST', CHECKOUT, polluting, json)).status).toBe(400);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  test.each(['incomplete', 'incomplete_expired', 'canceled'])(
    'allows a new subscription beside one that is %s',
    async (status) => {
      const ada = await person();
      await give(ada, status);
      expect((await call(ada, 'POST', CHECKOUT, asked)).status).toBe(200);
    },
  );

  test.each(['active', 'trialing', 'past_due', 'unpaid', 'paused'])(
    'returns 400 for a second subscription beside one that is %s',
    async (status) => {
      const ada = await person();
      await give(ada, status);
      const before = requestsAbout(ada).length;
      const response = await call(ada, 'POST', CHECKOUT, asked);
      expect([response.status, response.body.code]).toEqual([400, 'payment.already-subscribed']);
      expect(requestsAbout(ada)).toHaveLength(before);
    },
  );

  test.each([
    { what: 'an unknown price', fields: { priceId: 'price_1' }, code: 'payment.price-unknown' },
    { what: 'the name of an object property', fields: { priceId: 'constructor' }, code: 'payment.price-unknown' },
    { what: 'prices', fields: { priceId: payment.priceIds.join(',') }, code: 'payment.price-unknown' },
    { what: 'an empty price', fields: { priceId: '' }, code: 'request.invalid' },
    { what: 'a price that is a list', fields: { priceId: payment.priceIds }, code: 'request.invalid' },
    { what: 'no price', fields: { priceId: undefined }, code: 'request.invalid' },
    { what: 'no success URL', fields: { successUrl: undefined }, code: 'request.invalid' },
    { what: 'no cancel URL', fields: { cancelUrl: undefined }, code: 'request.invalid' },
    { what: 'a script', fields: { successUrl: 'javascript:alert(1)' }, code: 'request.invalid' },
    { what: 'a path', fields: { successUrl: '/paid' }, code: 'request.invalid' },
    {
      what: 'a URL that is too long',
      fields: { cancelUrl: `http://meadow.test/${'a'.repeat(2_000)}` },
      code: 'request.invalid',
    },
    { what: 'another origin', fields: { successUrl: 'https://evil.example/' }, code: 'payment.return-address-refused' },
    {
      what: 'another origin of the cancel URL',
      fields: { cancelUrl: 'https://evil.example/' },
      code: 'payment.return-address-refused',
    },
    { what: 'another port', fields: { successUrl: 'http://meadow.test:81/' }, code: 'payment.return-address-refused' },
    {
      what: 'a user name before another host',
      fields: { successUrl: 'http://meadow.test@evil.example/' },
      code: 'payment.return-address-refused',
    },
    {
      what: 'a host with our host as prefix',
      fields: { successUrl: 'http://meadow.test.evil.example/' },
      code: 'payment.return-address-refused',
    },
  ])('returns 400 for $what without a call of the provider', async ({ fields, code }) => {
    const ada = await person();
    const before = payment.requests.length;
    const { status, body } = await call(ada, 'POST', CHECKOUT, { ...asked, ...fields });
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(payment.requests.length).toBe(before);
    expect(await rowOf(ada)).toBeUndefined();
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', CHECKOUT, asked)).status).toBe(401);
  });

  test('returns 403 during impersonation without a call of the provider', async () => {
    const ada = await person();
    const { status, body } = await call(await impersonated(ada), 'POST', CHECKOUT, asked);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'auth.refused-while-impersonating' });
    expect(requestsAbout(ada)).toEqual([]);
  });

  test('returns 500 without a configured provider, whatever the body', async () => {
    const ada = await withoutProvider.person();
    for (const body of [asked, { ...asked, priceId: 'price_1' }]) {
      const response = await withoutProvider.call(ada, 'POST', CHECKOUT, body);
      expect([response.status, response.body.code]).toEqual([500, 'payment.not-configured']);
      expect(response.body.error).toContain('PAYMENT_API_KEY');
    }
  });

  test.each(FAULTS)(
    'returns $status if the provider $what, without its message',
    async ({ behaviour, status, code }) => {
      const ada = await person();
      payment.behave(behaviour);
      if (code === 'payment.timeout') await waitBriefly();
      const response = await call(ada, 'POST', CHECKOUT, asked);
      expect([response.status, response.body.code]).toEqual([status, code]);
      expect(response.text).not.toMatch(/sk_test|sandbox|127\.0\.0\.1|Stripe/);
      expect(await rowOf(ada)).toBeUndefined();
      payment.behave({ mode: 'normal' });
      deps.payment = usual;
      clock.advance(60_000);
      expect((await call(ada, 'POST', CHECKOUT, asked)).status, 'once it is well').toBe(200);
    },
  );

  test('asks the provider for so little that the limits of all calls together are 8 s, for a lost customer as well', async () => {
    const ada = await person();
    await customerOf(app, ada);
    clock.advance(60_000);
    payment.forget();
    deps.payment = await createPayment(deps.config.payment);
    // None of them passes. Later attempts get what is left.
    const limits = holdTimers((durationMs) => durationMs > 2_000 && durationMs <= 2_600);
    const before = payment.requests.length;
    expect((await call(ada, 'POST', CHECKOUT, asked)).status).toBe(200);
    const calls = payment.requests.slice(before).map(({ path }) => path);
    expect(calls).toEqual(['/v1/checkout/sessions', '/v1/customers', '/v1/checkout/sessions']);
    expect(calls.length * Math.max(...limits.durations)).toBeLessThanOrEqual(8_000);
    expect([limits.durations.length, Math.max(...limits.durations)]).toEqual([3, 2_600]);
  });

  test('returns 503 if the provider hangs for a known customer', async () => {
    const ada = await person();
    await customerOf(app, ada);
    clock.advance(60_000);
    payment.behave({ mode: 'hang' });
    await waitBriefly();
    const { status, body, headers } = await call(ada, 'POST', CHECKOUT, asked);
    expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([503, 'payment.timeout', true]);
    payment.behave({ mode: 'normal' });
    deps.payment = usual;
    expect((await call(ada, 'POST', CHECKOUT, asked)).status).toBe(200);
  });

  // A time limit would have another code.
  test('returns 502 immediately if the provider is unreachable', async () => {
    const ada = await withDeadProvider.person();
    const { status, body } = await withDeadProvider.call(ada, 'POST', CHECKOUT, asked);
    expect([status, body.code]).toEqual([502, 'payment.unavailable']);
  });
});

describe('POST /api/payment/create-portal-session', () => {
  test('returns a page of the provider with the return URL', async () => {
    const ada = await person();
    const customer = await customerOf(app, ada);
    const { status, body } = await call(ada, 'POST', PORTAL);
    expect({ status, body }).toEqual({ status: 200, body: { url: expect.stringContaining(`${payment.url}/portal/`) } });
    const fields = payment.requests.at(-1)?.fields;
    expect(Object.fromEntries(fields ?? [])).toEqual({ customer, return_url: 'http://meadow.test' });
  });

  test('allows return URLs of web clients', async () => {
    const ada = await person();
    await customerOf(app, ada);
    const returnUrl = 'http://web.test:5173/account';
    expect((await call(ada, 'POST', PORTAL, { returnUrl })).status).toBe(200);
    expect(payment.requests.at(-1)?.fields.get('return_url')).toBe(returnUrl);
  });

  test('returns the secret URL once for an Idempotency-Key', async () => {
    const ada = await person();
    await customerOf(app, ada);
    const key = { 'idempotency-key': randomUUID() };
    expect((await call(ada, 'POST', PORTAL, {}, key)).status).toBe(200);
    const { status, body } = await call(ada, 'POST', PORTAL, {}, key);
    expect([status, body.code]).toEqual([400, 'idempotency.response-not-stored']);
  });

  test.each([
    ['https://evil.example/', 'payment.return-address-refused'],
    ['http://meadow.test@evil.example/', 'payment.return-address-refused'],
    ['javascript:alert(1)', 'request.invalid'],
    [7, 'request.invalid'],
  ])('returns 400 for the return URL %s without a call of the provider', async (returnUrl, code) => {
    const ada = await person();
    await customerOf(app, ada);
    const before = payment.requests.length;
    const { status, body } = await call(ada, 'POST', PORTAL, { returnUrl });
    expect([status, body.code]).toEqual([400, code]);
    expect(payment.requests.length).toBe(before);
  });

  test('returns 400 if the user never paid', async () => {
    const { status, body } = await call(await person(), 'POST', PORTAL);
    expect([status, body.code]).toEqual([400, 'payment.nothing-to-manage']);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', PORTAL)).status).toBe(401);
  });

  test('returns 403 during impersonation without a call of the provider', async () => {
    const ada = await person();
    await customerOf(app, ada);
    const before = payment.requests.length;
    const { status, body } = await call(await impersonated(ada), 'POST', PORTAL);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'auth.refused-while-impersonating' });
    expect(payment.requests.length).toBe(before);
  });

  test('returns 500 without a configured provider', async () => {
    const { status, body } = await withoutProvider.call(await withoutProvider.person(), 'POST', PORTAL);
    expect([status, body.code]).toEqual([500, 'payment.not-configured']);
  });

  test('returns 502 if the provider deleted the customer or fails', async () => {
    const ada = await person();
    await customerOf(app, ada);
    payment.behave({ mode: 'refuse-with', status: 500 });
    expect((await call(ada, 'POST', PORTAL)).body.code).toBe('payment.unavailable');
    payment.behave({ mode: 'normal' });
    payment.forget();
    const { status, body } = await call(ada, 'POST', PORTAL);
    expect([status, body.code]).toEqual([502, 'payment.customer-unknown']);
  });
});
