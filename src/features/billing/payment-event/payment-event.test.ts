import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { signatureOf } from '#sandbox/payment/protocol.ts';
import { listenOnLoopback, openSocket, parseResponse } from '#test/edge/raw-http.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp, type TestApp } from '#test/start-test-app.ts';
import {
  checkoutEvent,
  customerOf,
  eventOf,
  invoiceEvent,
  type Paid,
  secondsOf,
  send,
  stateEvent,
  subscriptionId,
  subscriptionsOf,
  tell,
} from './test-payment-events.ts';

const app = await startTestApp();
const { person, call, deps, clock, payment } = app;
const withoutSecret = await startTestApp({ environment: { PAYMENT_SIGNING_SECRET: '' } });
const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_ADDRESS: '10' } });

const now = () => secondsOf(clock.now());

/** A user with a customer at the provider, and a subscription without events yet. */
async function payer(): Promise<{ ada: Person; paid: Paid }> {
  const ada = await person();
  return { ada, paid: { customer: await customerOf(app, ada), subscription: subscriptionId(), started: now() - 100 } };
}

const statusOf = async (user: Person) => (await subscriptionsOf(app, user)).map(({ status }) => status);

const eventsOf = ({ deps: { db } }: TestApp = app) =>
  db.selectFrom('payment_event').selectAll().orderBy('id').execute();

const countOf = async (id: string) => (await eventsOf()).filter((row) => row.id === id).length;

describe('POST /api/payment/webhook', () => {
  test('stores a subscription and the event', async () => {
    const { ada, paid } = await payer();
    const event = stateEvent(paid, 'created', 'active', now());
    const { status, body } = await tell(app, call, event);
    expect({ status, body }).toEqual({ status: 200, body: { received: true } });
    expect(await subscriptionsOf(app, ada)).toMatchObject([
      {
        user_id: ada.id,
        payment_customer_id: paid.customer,
        payment_subscription_id: paid.subscription,
        status: 'active',
        created_at: new Date(paid.started * 1_000),
      },
    ]);
    const [row] = (await eventsOf()).filter(({ id }) => id === event.id);
    expect(row).toEqual({
      id: event.id,
      type: event.type,
      created_at: new Date(now() * 1_000),
      received_at: clock.now(),
    });
  });

  test('updates a subscription through its statuses', async () => {
    const { ada, paid } = await payer();
    const life: [event: object, status: string][] = [
      [stateEvent(paid, 'created', 'incomplete', now() - 99), 'incomplete'],
      [invoiceEvent(paid, 'invoice.paid', now() - 98, { billing_reason: 'subscription_create' }), 'active'],
      [stateEvent(paid, 'updated', 'active', now() - 98), 'active'],
      [checkoutEvent(paid, now() - 97), 'active'],
      [invoiceEvent(paid, 'invoice.payment_failed', now() - 50), 'past_due'],
      [stateEvent(paid, 'updated', 'past_due', now() - 50), 'past_due'],
      [invoiceEvent(paid, 'invoice.paid', now() - 40), 'active'],
      [stateEvent(paid, 'updated', 'unpaid', now() - 30), 'unpaid'],
      [stateEvent(paid, 'deleted', 'canceled', now() - 20), 'canceled'],
      [stateEvent(paid, 'updated', 'active', now() - 10), 'canceled'],
      [invoiceEvent(paid, 'invoice.paid', now() - 5), 'canceled'],
    ];
    for (const [event, status] of life) {
      expect((await tell(app, call, event)).status).toBe(200);
      expect(await statusOf(ada)).toEqual([status]);
    }
  });

  test('accepts a repeated event and changes nothing', async () => {
    const { ada, paid } = await payer();
    const event = stateEvent(paid, 'updated', 'active', now());
    await tell(app, call, event);
    await tell(app, call, stateEvent(paid, 'updated', 'past_due', now() + 1));
    const before = await subscriptionsOf(app, ada);
    const changed = { ...event, data: { object: { ...event.data.object, status: 'unpaid' } }, created: now() + 9 };
    for (const again of [event, changed]) {
      expect(await tell(app, call, again)).toMatchObject({ status: 200, body: { received: true } });
    }
    expect(await subscriptionsOf(app, ada)).toEqual(before);
    expect(await countOf(event.id)).toBe(1);
  });

  test('ignores events of unknown customers', async () => {
    const { ada, paid } = await payer();
    const before = await eventsOf();
    const events = [
      eventOf('charge.succeeded', now(), { id: 'ch_1', customer: paid.customer }),
      eventOf('constructor', now(), { id: 'ch_1', customer: paid.customer }),
      stateEvent({ ...paid, customer: 'cus_unknown' }, 'created', 'active', now()),
      { ...stateEvent(paid, 'created', 'active', now()), livemode: true },
      invoiceEvent(paid, 'invoice.paid', now(), { parent: null }),
    ];
    for (const event of events) expect((await tell(app, call, event)).body).toEqual({ received: true });
    expect(await subscriptionsOf(app, ada)).toEqual([]);
    expect(await eventsOf()).toEqual(before);
  });

  test('trusts the customer id, not the user named by an event', async () => {
    const [{ ada, paid }, { ada: ben }] = [await payer(), await payer()];
    const event = checkoutEvent(paid, now());
    Object.assign(event.data.object, { client_reference_id: ben.id, metadata: { user_id: ben.id } });
    await tell(app, call, event);
    expect(await statusOf(ada)).toEqual(['active']);
    expect(await statusOf(ben)).toEqual([]);
  });

  test('assigns the checkout of an unknown customer to the user that it names', async () => {
    const ada = await app.person();
    const paid = { customer: `cus_${randomUUID()}`, subscription: subscriptionId(), started: now() };
    await tell(app, call, stateEvent(paid, 'created', 'active', now()));
    expect(await subscriptionsOf(app, ada)).toEqual([]);
    const event = checkoutEvent(paid, now());
    Object.assign(event.data.object, { client_reference_id: ada.id.toUpperCase() });
    expect((await tell(app, call, event)).body).toEqual({ received: true });
    expect((await tell(app, call, event)).body).toEqual({ received: true });
    expect(await statusOf(ada)).toEqual(['active']);
    expect(await countOf(event.id)).toBe(1);
    await tell(app, call, stateEvent(paid, 'deleted', 'canceled', now() + 1));
    expect(await statusOf(ada)).toEqual(['canceled']);
  });

  test('keeps the customer of a user if another customer’s checkout names the user, and stores both subscriptions', async () => {
    const { ada, paid } = await payer();
    await tell(app, call, stateEvent(paid, 'updated', 'active', now()));
    const other = { customer: `cus_${randomUUID()}`, subscription: subscriptionId(), started: now() };
    const event = checkoutEvent(other, now());
    Object.assign(event.data.object, { client_reference_id: ada.id });
    await tell(app, call, event);
    await tell(app, call, stateEvent(other, 'deleted', 'canceled', now() + 1));
    expect((await statusOf(ada)).toSorted()).toEqual(['active', 'canceled']);
    const row = deps.db.selectFrom('payment_customer').selectAll().where('user_id', '=', ada.id);
    expect((await row.executeTakeFirst())?.payment_customer_id).toBe(paid.customer);
  });

  test.each<[string, unknown]>([
    ['an unknown user', randomUUID()],
    ['no id of ours', 'order-4711'],
    ['no user', null],
  ])('ignores the checkout of an unknown customer that names %s', async (_who, named) => {
    const before = await eventsOf();
    const event = checkoutEvent(
      { customer: `cus_${randomUUID()}`, subscription: subscriptionId(), started: now() },
      now(),
    );
    Object.assign(event.data.object, { client_reference_id: named });
    expect(await tell(app, call, event)).toMatchObject({ status: 200, body: { received: true } });
    expect(await eventsOf()).toEqual(before);
  });

  test('does not assign the subscription of another user', async () => {
    const [{ ada, paid }, { ada: ben, paid: his }] = [await payer(), await payer()];
    await tell(app, call, stateEvent(paid, 'updated', 'active', now()));
    const before = await subscriptionsOf(app, ada);
    await tell(app, call, stateEvent({ ...paid, customer: his.customer }, 'deleted', 'canceled', now() + 1));
    expect(await subscriptionsOf(app, ada)).toEqual(before);
    expect(await subscriptionsOf(app, ben)).toEqual([]);
  });

  test('updates a subscription after the user got another customer id', async () => {
    const { ada, paid } = await payer();
    await tell(app, call, stateEvent(paid, 'updated', 'active', now()));
    const other = { payment_customer_id: `cus_${randomUUID()}` };
    await deps.db.updateTable('payment_customer').set(other).where('user_id', '=', ada.id).execute();
    await tell(app, call, stateEvent(paid, 'deleted', 'canceled', now() + 1));
    expect(await statusOf(ada)).toEqual(['canceled']);
  });

  test('ignores events of a deleted user', async () => {
    const { ada, paid } = await payer();
    await tell(app, call, stateEvent(paid, 'updated', 'active', now()));
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    expect((await tell(app, call, stateEvent(paid, 'deleted', 'canceled', now()))).status).toBe(200);
    expect(await subscriptionsOf(app, ada)).toEqual([]);
  });

  test('verifies the exact bytes of the body', async () => {
    const { ada, paid } = await payer();
    const event = stateEvent(paid, 'created', 'active', now());
    Object.assign(event.data.object, { description: 'Grüße 🌱 \u2028' });
    const text = `\n  ${JSON.stringify(event, null, 3)}\n`;
    const { status } = await send(call, text, signatureOf(text, payment.signingSecret, now()));
    expect(status).toBe(200);
    expect(await statusOf(ada)).toEqual(['active']);
  });

  test('is safe against prototype keys', async () => {
    const { ada, paid } = await payer();
    const text = JSON.stringify(stateEvent(paid, 'created', 'active', now())).replaceAll(
      '{',
      '{"__proto__":{"polluted":1},',
    );
    expect((await send(call, text, signatureOf(text, payment.signingSecret, now()))).status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await statusOf(ada)).toEqual(['active']);
  });

  describe('returns 400 and changes nothing for', () => {
    const secret = payment.signingSecret;
    const digest = (text: string) => signatureOf(text, secret, now()).split('v1=')[1];
    const REFUSED: Record<string, (text: string) => [signature: string | undefined, body?: string]> = {
      'an event without a signature': () => [undefined],
      'an empty signature': () => [''],
      'the signature of another event': () => [signatureOf('{}', secret, now())],
      'the signature of another secret': (text) => [signatureOf(text, 'whsec_other', now())],
      'the signature of an empty secret': (text) => [signatureOf(text, '', now())],
      'an older scheme alone': (text) => [`t=${now()},v0=${digest(text)}`],
      'a signature 301 seconds old': (text) => [signatureOf(text, secret, now() - 301)],
      'a signature of in 301 seconds': (text) => [signatureOf(text, secret, now() + 301)],
      'a signature of in an hour': (text) => [signatureOf(text, secret, now() + 3_600)],
      'an old signature with a new time': (text) => [
        `t=${now()},v1=${signatureOf(text, secret, now() - 900).split('v1=')[1]}`,
      ],
      'two times': (text) => [`t=${now() - 900},${signatureOf(text, secret, now())}`],
      'a body that was written anew': (text) => [
        signatureOf(text, secret, now()),
        JSON.stringify(JSON.parse(text), null, 1),
      ],
      'a body that was changed': (text) => [signatureOf(text, secret, now()), text.replace('active', 'unpaid')],
      'an empty body': (text) => [signatureOf(text, secret, now()), ''],
    };

    test.each(Object.keys(REFUSED))('%s', async (what) => {
      const { ada, paid } = await payer();
      const before = await eventsOf();
      const text = JSON.stringify(stateEvent(paid, 'created', 'active', now()));
      const [signature, body = text] = REFUSED[what]?.(text) ?? [];
      const response = await send(call, body, signature);
      expect([response.status, response.body.code]).toEqual([400, 'payment.signature-invalid']);
      expect(await subscriptionsOf(app, ada)).toEqual([]);
      expect(await eventsOf()).toEqual(before);
    });

    test.each([
      ['no JSON', '{"id":'],
      ['no event', '[]'],
      [
        'a subscription without a status',
        JSON.stringify(eventOf('customer.subscription.created', 1, { id: 'sub_1', customer: 'cus_1' })),
      ],
      ['a NUL in an id', JSON.stringify({ ...eventOf('invoice.paid', 1, {}), id: '\u0000' })],
      ['half of a surrogate pair in an id', '{"id":"\\ud800","type":"invoice.paid","created":1,"data":{"object":{}}}'],
      ['a nest of brackets', '['.repeat(100_000)],
    ])('a signed event with %s', async (_, text) => {
      const before = await eventsOf();
      const response = await send(call, text, signatureOf(text, secret, now()));
      expect([response.status, response.body.code]).toEqual([400, 'payment.event-unreadable']);
      expect(await eventsOf()).toEqual(before);
    });

    test('all events without a configured secret', async () => {
      const ada = await withoutSecret.person();
      const paid = { customer: await customerOf(withoutSecret, ada), subscription: subscriptionId(), started: now() };
      const text = JSON.stringify(stateEvent(paid, 'created', 'active', now()));
      for (const secretTried of ['', ' ', 'undefined', 'null', withoutSecret.payment.signingSecret]) {
        const response = await send(withoutSecret.call, text, signatureOf(text, secretTried, now()));
        expect([response.status, response.body.code]).toEqual([400, 'payment.webhook-not-configured']);
      }
      expect(await subscriptionsOf(withoutSecret, ada)).toEqual([]);
      expect(await eventsOf(withoutSecret)).toEqual([]);
    });
  });

  test('returns 400 without a signature before the body arrives', async () => {
    const port = await listenOnLoopback(limited.server);
    const socket = await openSocket(port);
    const responded = once(socket, 'data');
    socket.write(
      'POST /api/payment/webhook HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const response = parseResponse(String(await responded));
    expect([response.status, JSON.parse(response.text).code]).toEqual([400, 'payment.signature-invalid']);
  });

  test('returns 429 after repeated failures of an IP address, but still accepts signed events', async () => {
    const attempt = async (signature?: string, text = '{}') => {
      const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
      const remoteAddress = '192.0.2.1';
      const { statusCode } = await limited.server.inject({
        method: 'POST',
        url: '/api/payment/webhook',
        headers,
        remoteAddress,
        payload: text,
      });
      return statusCode;
    };
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      statuses.push(await attempt(index % 2 === 0 ? undefined : `t=${now()},v1=${'0'.repeat(64)}`));
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    const event = JSON.stringify(eventOf('charge.succeeded', now(), {}));
    expect(await attempt(signatureOf(event, limited.payment.signingSecret, now()), event)).toBe(200);
  });

  test('returns 413 for a body above 256 KB and 415 for other types than JSON', async () => {
    const large = JSON.stringify({ ...eventOf('charge.succeeded', now(), {}), filling: ' '.repeat(256 * 1_024) });
    expect((await send(call, large, signatureOf(large, payment.signingSecret, now()))).status).toBe(413);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
      const headers = { 'content-type': type, 'stripe-signature': signatureOf('{}', payment.signingSecret, now()) };
      expect((await call(null, 'POST', '/api/payment/webhook', '{}', headers)).status, type).toBe(415);
    }
    const untyped = await call(null, 'POST', '/api/payment/webhook');
    expect([untyped.status, untyped.body.code]).toEqual([400, 'payment.signature-invalid']);
  });

  test('returns 503 if the effect cannot be stored, and stores it when sent again', async () => {
    const { ada, paid } = await payer();
    const event = checkoutEvent(paid, now());
    const failing = sql.raw(`
      create function refuse_subscription() returns trigger language plpgsql as $$
        begin raise exception 'out of order' using errcode = '57P01'; end $$;
      create trigger refuse_subscription before update on subscription execute function refuse_subscription();`);
    await failing.execute(deps.db);
    const { status, body } = await tell(app, call, event);
    await sql.raw('drop function refuse_subscription cascade').execute(deps.db);
    expect([status, body.code]).toEqual([503, 'server.busy']);
    expect(await countOf(event.id)).toBe(0);
    expect(await subscriptionsOf(app, ada)).toEqual([]);
    expect((await tell(app, call, event)).status).toBe(200);
    expect(await statusOf(ada)).toEqual(['active']);
  });

  test('logs no secret, customer or event data', async () => {
    const lines: string[] = [];
    const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const node = await startSecondNode(app, createLogger('trace', destination));
    const { ada, paid } = await payer();
    clock.advance(60_000);
    const event = stateEvent(paid, 'created', 'active', now());
    Object.assign(event.data.object, { card: { number: '4242424242424242' } });
    await tell(app, node.call, event);
    await send(node.call, JSON.stringify(event), 't=1,v1=signature-canary');
    payment.behave({ mode: 'refuse-with', status: 400 });
    await node.call(await person(), 'POST', '/api/payment/create-checkout-session', {
      priceId: payment.priceIds[0],
      successUrl: 'http://meadow.test/address-canary',
      cancelUrl: 'http://meadow.test/back',
    });
    payment.behave({ mode: 'normal' });
    const logged = lines.join('');
    expect(logged).toContain('/api/payment/webhook');
    expect(logged).toContain('the payment provider failed');
    const secrets = [payment.signingSecret, payment.apiKey, paid.customer, paid.subscription, ada.email, ada.token];
    for (const secret of [...secrets, '42424242', 'canary', event.id]) expect(logged).not.toContain(secret);
    // The last digits of a card alone, as a value: random ids contain them by chance.
    expect(logged).not.toMatch(/["'\s]4242\b/);
  });
});
