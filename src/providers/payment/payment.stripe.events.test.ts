import { describe, expect, test } from 'vitest';
import { signatureOf } from '#sandbox/payment/protocol.ts';
import { createPayment } from './payment.factory.ts';
import type { PaymentEvent } from './payment.ts';

const SECRET = 'whsec_of-the-tests';
const NOW = new Date('2026-03-01T12:00:00.900Z');
const SECOND = Math.floor(NOW.getTime() / 1_000);
const CREATED = 1_772_366_000;

async function paymentOf(change: { apiKey?: string | null; signingSecret?: string | null } = {}) {
  return createPayment({ apiKey: null, signingSecret: SECRET, apiUrl: 'http://127.0.0.1:1', ...change });
}
const payment = await paymentOf();

const STATE = { id: 'sub_1', object: 'subscription', customer: 'cus_1', status: 'active', created: 1_772_300_000 };
const EVENT = eventOf('customer.subscription.updated', STATE);

function eventOf(type: string, object: unknown, more: object = {}) {
  return { id: 'evt_1', object: 'event', type, created: CREATED, livemode: false, ...more, data: { object } };
}

function readSigned(event: unknown, reader = payment): PaymentEvent | null {
  const text = typeof event === 'string' ? event : JSON.stringify(event);
  return reader.readEvent(Buffer.from(text), signatureOf(text, SECRET, SECOND), NOW);
}

/** The code of the refusal. */
function codeOf(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    return error instanceof Error && 'code' in error && 'status' in error ? `${error.status} ${error.code}` : error;
  }
  return 'no refusal';
}

const news = (type: string, object: unknown) => readSigned(eventOf(type, object))?.news;

describe('What an event tells', () => {
  const of = { customerId: 'cus_1', subscriptionId: 'sub_1' };
  const startedAt = new Date(1_772_300_000_000);

  test('comes with what it is called and when it came about', () => {
    expect(readSigned(EVENT)).toEqual({
      id: 'evt_1',
      type: 'customer.subscription.updated',
      createdAt: new Date(CREATED * 1_000),
      news: { about: 'state', kind: 'updated', status: 'active', startedAt, ...of },
    });
  });

  test.each([
    ['created', 'incomplete', 'incomplete'],
    ['updated', 'past_due', 'past_due'],
    ['updated', 'a_word_of_tomorrow', 'a_word_of_tomorrow'],
    ['deleted', 'canceled', 'canceled'],
    ['deleted', 'active', 'canceled'],
    ['paused', 'paused', 'paused'],
    ['resumed', 'active', 'active'],
  ])('of a subscription that is %s and says %s is that it is %s', (kind, told, status) => {
    const stateKind = ['created', 'deleted'].includes(kind) ? kind : 'updated';
    const expected = { about: 'state', kind: stateKind, status, startedAt, ...of };
    expect(news(`customer.subscription.${kind}`, { ...STATE, status: told })).toEqual(expected);
    const expanded = { ...STATE, status: told, customer: { id: 'cus_1', object: 'customer' } };
    expect(news(`customer.subscription.${kind}`, expanded)).toEqual(expected);
  });

  const CHECKOUT = { id: 'cs_1', object: 'checkout.session', customer: 'cus_1', subscription: 'sub_1' };
  test.each([
    ['paid', 'checked-out'],
    [undefined, 'checked-out'],
    ['unpaid', 'due'],
    ['no_payment_required', 'due'],
  ])('of a checkout that is %s is that it is %s', (payment_status, kind) => {
    const told = news('checkout.session.completed', { ...CHECKOUT, payment_status });
    expect(told).toEqual({ about: 'payment', kind, ...of });
  });

  const INVOICE = { id: 'in_1', object: 'invoice', customer: 'cus_1' };
  const PARENT = { parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } } };
  test.each([
    ['invoice.paid', {}, 'paid'],
    ['invoice.paid', { billing_reason: 'subscription_create' }, 'paid'],
    ['invoice.payment_failed', {}, 'failed'],
    ['invoice.payment_failed', { billing_reason: null }, 'failed'],
    ['invoice.payment_failed', { billing_reason: 'subscription_cycle' }, 'failed'],
    ['invoice.payment_failed', { billing_reason: 'subscription_create' }, 'first-failed'],
  ])('of %s with %j is that it is %s', (type, more, kind) => {
    const expected = { about: 'payment', kind, ...of };
    expect(news(type, { ...INVOICE, ...PARENT, ...more })).toEqual(expected);
    expect(news(type, { ...INVOICE, subscription: 'sub_1', ...more }), 'as older versions say it').toEqual(expected);
    expect(news(type, { ...INVOICE, subscription: { id: 'sub_1' }, ...more })).toEqual(expected);
  });

  test.each([
    ['charge.succeeded', { anything: ['at', 'all'] }],
    ['customer.subscription.trial_will_end', STATE],
    ['checkout.session.completed', { ...CHECKOUT, mode: 'payment', subscription: null }],
    ['checkout.session.completed', { id: 'cs_1', customer: null }],
    ['invoice.paid', INVOICE],
    ['invoice.paid', { ...INVOICE, subscription: null, parent: null }],
    ['invoice.paid', { ...INVOICE, parent: { type: 'quote_details', subscription_details: null } }],
    ['invoice.payment_failed', { ...INVOICE, ...PARENT, billing_reason: 'manual' }],
    ['invoice.paid', { ...INVOICE, customer: null }],
    ['invoice.paid', { ...INVOICE, customer: undefined, customer_account: 'acct_1' }],
    ['invoice.paid', { ...INVOICE, ...PARENT, customer: null, customer_account: 'acct_1' }],
    ['invoice.payment_failed', { ...INVOICE, ...PARENT, customer: null }],
    ['customer.subscription.updated', { ...STATE, customer: null, customer_account: 'acct_1' }],
    ['customer.subscription.deleted', { ...STATE, customer: null }],
    ['checkout.session.completed', { ...CHECKOUT, customer: null, customer_account: 'acct_1' }],
    ['constructor', STATE],
    ['__proto__', STATE],
    ['toString', STATE],
  ])('is nothing for us: %s of %j', (type, object) => {
    expect(readSigned(eventOf(type, object))).toBeNull();
  });

  test('is nothing for us where it is of another mode than the key', async () => {
    const [live, testing, other] = await Promise.all(
      ['rk_live_1', 'sk_test_1', 'a-key'].map((apiKey) => paymentOf({ apiKey })),
    );
    const isTold = (reader: typeof live, livemode: unknown) =>
      readSigned(eventOf(EVENT.type, STATE, { livemode }), reader) !== null;
    expect([isTold(live, true), isTold(live, false), isTold(live, undefined)]).toEqual([true, false, true]);
    expect([isTold(testing, true), isTold(testing, false)]).toEqual([false, true]);
    expect([isTold(other, true), isTold(other, false)]).toEqual([true, true]);
  });

  test('leaves everything else in this process as it was', () => {
    const text = JSON.stringify(EVENT).replace(
      '{',
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
    );
    expect(readSigned(text)).not.toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    ['no JSON', '{"id":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no type', JSON.stringify({ ...EVENT, type: undefined })],
    ['no id', JSON.stringify({ ...EVENT, id: undefined })],
    ['a NUL in its id', JSON.stringify({ ...EVENT, id: 'evt\u0000' })],
    ['a time that is a text', JSON.stringify({ ...EVENT, created: '1' })],
    ['a time before 1970', JSON.stringify({ ...EVENT, created: -1 })],
    ['a time beyond all years', JSON.stringify({ ...EVENT, created: 1e15 })],
    ['no object', JSON.stringify({ ...EVENT, data: {} })],
    ['a subscription without a status', JSON.stringify(eventOf(EVENT.type, { ...STATE, status: undefined }))],
    ['a subscription without a customer', JSON.stringify(eventOf(EVENT.type, { ...STATE, customer: undefined }))],
    ['a subscription of an empty customer', JSON.stringify(eventOf(EVENT.type, { ...STATE, customer: '' }))],
    ['a status with a NUL', JSON.stringify(eventOf(EVENT.type, { ...STATE, status: 'active\u0000' }))],
    ['an id of 256 characters', JSON.stringify(eventOf(EVENT.type, { ...STATE, id: 's'.repeat(256) }))],
    ['a checkout that is a text', JSON.stringify(eventOf('checkout.session.completed', 'text'))],
    ['an invoice of a subscription without a customer', JSON.stringify(eventOf('invoice.paid', PARENT))],
  ])('cannot be read where it is signed and has %s', (_, text) => {
    expect(codeOf(() => readSigned(text))).toBe('400 payment.event-unreadable');
  });
});

describe('A thin event', () => {
  const thin = JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.invoice.paid', related_object: null });

  test('is told apart from one with a wrong signature, where its own is right', () => {
    expect(codeOf(() => readSigned(thin))).toBe('400 payment.event-thin');
  });

  test('is refused for its signature, where that is wrong', () => {
    const signature = signatureOf(thin, 'whsec_of-another-account', SECOND);
    expect(codeOf(() => payment.readEvent(Buffer.from(thin), signature, NOW))).toBe('400 payment.signature-invalid');
  });
});

describe('A signature', () => {
  const text = JSON.stringify(EVENT);
  const right = signatureOf(text, SECRET, SECOND);
  const hex = right.split('v1=')[1] ?? '';
  const read = (signature: string, body: string | Buffer = text) =>
    payment.readEvent(Buffer.from(body), signature, NOW);

  test.each([
    ['of this second', right],
    ['of 300 seconds ago', signatureOf(text, SECRET, SECOND - 300)],
    ['of in 300 seconds', signatureOf(text, SECRET, SECOND + 300)],
    ['beside one of an older scheme', `${right},v0=${'0'.repeat(64)}`],
    ['beside one with another secret, before it', `t=${SECOND},v1=${'0'.repeat(64)},v1=${hex}`],
    ['beside one with another secret, after it', `${right},v1=${'0'.repeat(64)}`],
  ])('is good: %s', (_, signature) => {
    expect(read(signature)?.id).toBe('evt_1');
  });

  test.each([
    ['missing', ''],
    ['a word', 'signature'],
    ['without a time', `v1=${hex}`],
    ['without a signature', `t=${SECOND}`],
    ['of an empty signature', `t=${SECOND},v1=`],
    ['of a signature without a value', `t=${SECOND},v1`],
    ['of an older scheme alone', `t=${SECOND},v0=${hex}`],
    ['cut off', right.slice(0, -1)],
    ['of letters beyond ASCII', `t=${SECOND},v1=${'é'.repeat(64)}`],
    ['in capitals', `t=${SECOND},v1=${hex.toUpperCase()}`],
    ['with another secret', signatureOf(text, 'whsec_of-another-account', SECOND)],
    ['with an empty secret', signatureOf(text, '', SECOND)],
    ['for another time', `t=${SECOND - 1},v1=${hex}`],
    ['with a second time', `${right},t=${SECOND}`],
    ['with an old time before the right one', `t=1,${right}`],
    ['with a right time before an old one', `t=${SECOND},t=1,v1=${signatureOf(text, SECRET, 1).split('v1=')[1]}`],
    ['of 301 seconds ago', signatureOf(text, SECRET, SECOND - 301)],
    ['of in 301 seconds', signatureOf(text, SECRET, SECOND + 301)],
    ['of in an hour', signatureOf(text, SECRET, SECOND + 3_600)],
    ['of the year 1970', signatureOf(text, SECRET, 0)],
    ['of no time', signatureOf(text, SECRET, Number.NaN)],
    ['of all time', signatureOf(text, SECRET, Number.POSITIVE_INFINITY)],
    ['of a time before 1970', signatureOf(text, SECRET, -SECOND)],
  ])('is refused: %s', (_, signature) => {
    expect(codeOf(() => read(signature))).toBe('400 payment.signature-invalid');
  });

  test.each([
    ['written anew', JSON.stringify(EVENT, null, 2)],
    ['with a space at its end', `${text} `],
    ['with a mark of its byte order', `\uFEFF${text}`],
    ['that is empty', ''],
    ['with bytes that are no text', Buffer.concat([Buffer.from(text), Buffer.from([0xff])])],
    ['of another customer', text.replace('cus_1', 'cus_2')],
  ])('is refused for a body %s', (_, body) => {
    expect(codeOf(() => read(right, body))).toBe('400 payment.signature-invalid');
  });

  test('is over the bytes, whatever their letters', () => {
    const grown = JSON.stringify(eventOf(EVENT.type, { ...STATE, text: 'Grüße 🌱 \u2028' }));
    expect(readSigned(grown)?.id).toBe('evt_1');
  });

  test('is worth nothing without a secret to hold it against', async () => {
    const without = await paymentOf({ signingSecret: null });
    for (const signature of ['', right, signatureOf(text, '', SECOND)]) {
      const refused = () => without.readEvent(Buffer.from(text), signature, NOW);
      expect(codeOf(refused)).toBe('400 payment.webhook-not-configured');
    }
  });

  test('with an empty secret is worth nothing, even where that is what was configured', async () => {
    const empty = await paymentOf({ signingSecret: '' });
    const refused = () => empty.readEvent(Buffer.from(text), signatureOf(text, '', SECOND), NOW);
    expect(codeOf(refused)).toBe('400 payment.signature-invalid');
  });
});
