import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createPayment } from '#providers/payment/payment.factory.ts';
import type { PaymentEvent } from '#providers/payment/payment.ts';
import { startSandboxPayment } from './payment.ts';

const sandbox = await startSandboxPayment();
afterAll(sandbox.close);
const payment = await createPayment({ ...sandbox, apiUrl: sandbox.url });

/** The verified events that the webhook received, and the statuses that it responds with. */
const told: PaymentEvent[] = [];
let responses: number[] = [];
const webhook = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const event = payment.readEvent(Buffer.concat(chunks), String(request.headers['stripe-signature']), new Date());
  if (event !== null) told.push(event);
  response.writeHead(responses.shift() ?? 200).end('{"received":true}');
}).listen(0, '127.0.0.1');
await once(webhook, 'listening');
afterAll(() => webhook.close());
const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/api/payment/webhook`;

beforeEach(() => sandbox.tell(webhookUrl));
afterEach(() => {
  told.length = 0;
  responses = [];
});

const SUCCESS = 'http://meadow.test/paid?a=1&session={CHECKOUT_SESSION_ID}';
const CANCEL = 'http://meadow.test/back?a=1&b="2"';

async function open(change: { email?: string; priceId?: string; cancelUrl?: string } = {}) {
  const userId = randomUUID();
  const { email = 'ada@people.test', priceId = 'price_sandbox_monthly', cancelUrl = CANCEL } = change;
  const customerId = await payment.createCustomer({ userId, email, onceKey: userId });
  const addresses = { successUrl: SUCCESS, cancelUrl };
  const session = await payment.createCheckout({ userId, customerId, priceId, ...addresses, onceKey: userId });
  return { ...session, customerId };
}

async function visit(address: string, method = 'GET', body?: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(address, { method, redirect: 'manual', ...(body !== undefined && { body, headers }) });
  const { status } = response;
  return { status, location: response.headers.get('location'), headers: response.headers, text: await response.text() };
}

const outcomesOf = (subscription: string | undefined) =>
  sandbox.events
    .filter(({ text }) => text.includes(subscription ?? 'none'))
    .map(({ type, outcome }) => `${outcome} ${type}`);

describe('The page of a checkout', () => {
  test('shows item, price and customer, and loads no external resource', async () => {
    const { url } = await open();
    const { status, text, headers } = await visit(url);
    expect(status).toBe(200);
    for (const part of ['Meadow Premium, monthly', '€5', 'a month', 'ada@people.test']) expect(text).toContain(part);
    expect(text).not.toMatch(/<script|(src|href)="(https?:)?\/\/(?!meadow\.test)/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const style = await visit(`${sandbox.url}/style.css`);
    expect(style.headers.get('content-type')).toContain('text/css');
    expect(style.text).not.toMatch(/url\(|@import/);
  });

  test('shows whatever it is told as text', async () => {
    const evil = '<script>alert("1")</script>';
    const { url } = await open({ email: `${evil}@people.test`, priceId: `price_${evil}'` });
    const { text } = await visit(url);
    expect(text).not.toContain('<script');
    expect(text).toContain('&#60;script&#62;alert(&#34;1&#34;)');
    expect(text).toContain('href="http://meadow.test/back?a=1&#38;b=&#34;2&#34;"');
  });

  test('takes the payment with a click, tells what has happened, and sends the person on', async () => {
    const { url, sessionId, customerId } = await open();
    const { status, location } = await visit(`${url}/pay`, 'POST');
    expect([status, location]).toEqual([303, `http://meadow.test/paid?a=1&session=${sessionId}`]);
    expect(told.map(({ type }) => type)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
      'checkout.session.completed',
    ]);
    const [made, paid, active, completed] = told.map(({ news }) => news);
    const of = { customerId, subscriptionId: made?.subscriptionId };
    expect(made).toMatchObject({ ...of, about: 'state', kind: 'created', status: 'incomplete' });
    expect(paid).toEqual({ ...of, about: 'payment', kind: 'paid' });
    expect(active).toMatchObject({ ...of, about: 'state', kind: 'updated', status: 'active' });
    expect(completed).toEqual({ ...of, about: 'payment', kind: 'checked-out', userId: expect.any(String) });
    expect(outcomesOf(of.subscriptionId)).toEqual(told.map(({ type }) => `200 OK ${type}`));
    const home = await visit(`${sandbox.url}/`);
    expect(home.text).toContain('checkout.session.completed');
    expect(home.text).toContain('200 OK');
  });

  test('takes effect once, however often the user clicks', async () => {
    const { url } = await open();
    await Promise.all(Array.from({ length: 5 }, () => visit(`${url}/pay`, 'POST')));
    await visit(`${url}/pay`, 'POST');
    expect(told).toHaveLength(4);
    expect((await visit(url)).text).toContain('This is paid for');
  });

  test('can let the card be declined, and nothing happens', async () => {
    const { url } = await open();
    const { status, text } = await visit(`${url}/decline`, 'POST');
    expect(status).toBe(402);
    expect(text).toContain('declined');
    expect(told).toEqual([]);
    expect((await visit(`${url}/pay`, 'POST')).status, 'with another card').toBe(303);
  });

  test('is missing where there is no such checkout', async () => {
    for (const path of ['/checkout/cs_unknown', '/checkout/cs_unknown/pay', '/portal/bps_unknown', '/nothing']) {
      expect((await visit(`${sandbox.url}${path}`, path.endsWith('pay') ? 'POST' : 'GET')).status).toBe(404);
    }
  });
});

describe('Events', () => {
  test('are told again where they were not acknowledged', async () => {
    responses = [500, 503];
    const { url } = await open();
    await visit(`${url}/pay`, 'POST');
    expect(told.map(({ type }) => type).slice(0, 3)).toEqual(Array(3).fill('customer.subscription.created'));
    expect(new Set(told.map(({ id }) => id)).size).toBe(4);
    expect(outcomesOf(told[0]?.news.subscriptionId)[0]).toBe('200 OK customer.subscription.created');
  });

  test('are dropped without a webhook, and the user is redirected all the same', async () => {
    sandbox.tell('http://127.0.0.1:1/api/payment/webhook');
    const { url } = await open();
    expect((await visit(`${url}/pay`, 'POST')).status).toBe(303);
    expect(sandbox.events.at(-1)).toMatchObject({ type: 'checkout.session.completed', outcome: 'not reachable' });
  });
});

describe('The page of a portal', () => {
  test('shows the subscriptions of its customer alone, and ends one at once', async () => {
    const [ada, ben] = [await open({ priceId: 'price_sandbox_yearly' }), await open()];
    for (const { url } of [ada, ben]) await visit(`${url}/pay`, 'POST');
    const subscriptionOf = (id: string) => told.find(({ news }) => news.customerId === id)?.news.subscriptionId ?? '';
    const [hers, his] = [subscriptionOf(ada.customerId), subscriptionOf(ben.customerId)];
    const portal = await payment.createPortal({ customerId: ada.customerId, returnUrl: 'http://meadow.test/' });

    const page = await visit(portal.url);
    expect(page.text).toContain(hers);
    expect(page.text).toContain('Meadow Premium, yearly');
    expect(page.text).not.toContain(his);

    told.length = 0;
    expect((await visit(`${portal.url}/cancel`, 'POST', `subscription=${his}`)).status).toBe(303);
    expect(told, 'what is of another customer').toEqual([]);
    for (let click = 0; click < 2; click += 1) await visit(`${portal.url}/cancel`, 'POST', `subscription=${hers}`);
    expect(told.map(({ news }) => news)).toMatchObject([{ kind: 'deleted', status: 'canceled', subscriptionId: hers }]);
    expect((await visit(portal.url)).text).not.toContain('Cancel at once');
  });

  test('says so where there is nothing to end', async () => {
    const { customerId } = await open();
    const { url } = await payment.createPortal({ customerId, returnUrl: 'http://meadow.test/' });
    expect((await visit(url)).text).toContain('There is nothing that you pay for.');
  });
});

describe('The interface for programs', () => {
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const authorization = 'Bearer sk_test_any';
    const response = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      body,
      headers: { authorization, ...headers },
    });
    return {
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      body: (await response.json()) as { id: string; error: { code: string } },
    };
  };

  test('refuses a key that comes with something else, and replays what came with it', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post('/v1/customers', { email: 'a@people.test' }, headers);
    const again = await post('/v1/customers', { email: 'a@people.test' }, headers);
    expect([first.replayed, again.replayed, again.body]).toEqual([null, 'true', first.body]);
    const other = await post('/v1/customers', { email: 'b@people.test' }, headers);
    expect([other.status, other.body.error.code]).toEqual([400, 'idempotency_error']);
  });

  test.each([
    ['/v1/nothing', {}, 404, 'url_invalid'],
    ['/v1/checkout/sessions', { mode: 'payment' }, 400, 'parameter_invalid'],
    ['/v1/checkout/sessions', { mode: 'subscription' }, 400, 'parameter_missing'],
    ['/v1/billing_portal/sessions', { customer: 'cus_unknown' }, 400, 'resource_missing'],
  ])('refuses what it does not understand: %s with %j', async (path, fields, status, code) => {
    const reply = await post(path, fields as Record<string, string>, { 'idempotency-key': 'one-for-all' });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });

  test.each(['javascript:alert(1)', 'data:text/html,1', 'nowhere'])('does not redirect to %s', async (success_url) => {
    const { id: customer } = (await post('/v1/customers', {})).body;
    const fields = { mode: 'subscription', customer, 'line_items[0][price]': 'price_1', cancel_url: SUCCESS };
    const reply = await post('/v1/checkout/sessions', { ...fields, success_url });
    expect([reply.status, reply.body.error]).toMatchObject([400, { code: 'url_invalid', param: 'success_url' }]);
  });

  test('asks for a key', async () => {
    expect((await post('/v1/customers', {}, { authorization: 'Basic abc' })).status).toBe(401);
  });

  test('takes how it is to behave, and refuses what is no behaviour', async () => {
    onTestFinished(() => sandbox.behave({ mode: 'normal' }));
    const control = (body: string) => visit(`${sandbox.url}/sandbox/behaviour`, 'POST', body);
    expect((await control('{"mode":"decline"}')).status).toBe(200);
    expect((await post('/v1/customers', {})).body.error.code).toBe('card_declined');
    for (const body of ['{"mode":"explode"}', 'decline', '{"mode":"slow"}'])
      expect((await control(body)).status).toBe(400);
    expect((await visit(`${sandbox.url}/`)).text).toContain('{&#34;mode&#34;:&#34;decline&#34;}');
  });

  test('takes no body without end', async () => {
    expect((await visit(`${sandbox.url}/v1/customers`, 'POST', 'x'.repeat(200_000))).status).toBe(413);
  });
});
