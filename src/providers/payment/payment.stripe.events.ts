import Stripe from 'stripe';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { paymentErrors } from './payment.errors.ts';
import type { Payment, SubscriptionNews } from './payment.ts';

/** Maximum difference between the signature's timestamp and our clock. */
const TOLERANCE_SECONDS = 300;

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

const Seconds = Type.Integer({ minimum: 0, maximum: LAST_SECOND });
const Id = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' });
/** A reference to another object: its id or the object. */
const Reference = Type.Union([Id, Type.Object({ id: Id })]);
const Absent = Type.Optional(Type.Null());
/** The form of our user ids. Other checkouts of the Stripe account may have any reference. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Properties of every event. */
const Typed = Type.Object({ type: Type.String(), livemode: Type.Optional(Type.Boolean()) });

const Envelope = Type.Object({ id: Id, created: Seconds, data: Type.Object({ object: Type.Unknown() }) });

/**
 * Meadow's subscriptions have a customer. Others of the same Stripe account can belong to an account of Accounts v2
 * (`customer_account`), whose `customer` is null.
 */
const WithoutCustomer = Type.Object({ customer: Type.Null() });

const SubscriptionObject = Type.Object({
  id: Id,
  customer: Reference,
  status: Type.String({ pattern: '^[a-z_]{1,50}$' }),
  created: Seconds,
});

const CheckoutObject = Type.Object({
  customer: Reference,
  subscription: Reference,
  payment_status: Type.Optional(Type.String()),
  client_reference_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** A checkout without a subscription, such as a one-time sale. */
const CheckoutWithoutSubscription = Type.Object({ subscription: Absent });

const InvoiceSubject = Type.Object({
  billing_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  // Older versions of the API have `subscription`, newer ones have `parent`.
  subscription: Type.Optional(Type.Union([Reference, Type.Null()])),
  parent: Type.Optional(
    Type.Union([
      Type.Object({
        subscription_details: Type.Optional(Type.Union([Type.Object({ subscription: Reference }), Type.Null()])),
      }),
      Type.Null(),
    ]),
  ),
});

const InvoiceCustomer = Type.Object({ customer: Reference });

/** The events that say something about a subscription, and how to read it out of them. */
const READERS: Readonly<Record<string, (object: unknown) => SubscriptionNews | null>> = {
  'customer.subscription.created': (object) => readState(object, 'created'),
  'customer.subscription.updated': (object) => readState(object, 'updated'),
  'customer.subscription.deleted': (object) => readState(object, 'deleted'),
  // Whether Stripe sends `.updated` beside these is not documented. The status is in the object of each.
  'customer.subscription.paused': (object) => readState(object, 'updated'),
  'customer.subscription.resumed': (object) => readState(object, 'updated'),
  'checkout.session.completed': readCheckout,
  'invoice.paid': (object) => readInvoice(object, 'paid', 'paid'),
  'invoice.payment_failed': (object) => readInvoice(object, 'failed', 'first-failed'),
};

/** Reads events that Stripe signed with this secret. A live or test key ignores events of the other mode. */
export function createEventReader(apiKey: string | null, signingSecret: string): Payment['readEvent'] {
  const isLive = apiKey === null ? null : modeOf(apiKey);
  return (body, signature, now) => {
    const signed = verified(body, signature, signingSecret, now);
    const { type, livemode } = fitting(Typed, signed);
    const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    const isOfOtherMode = isLive !== null && livemode !== undefined && livemode !== isLive;
    if (read === undefined || isOfOtherMode) return null;
    const { id, created, data } = fitting(Envelope, signed);
    const news = Value.Check(WithoutCustomer, data.object) ? null : read(data.object);
    return news === null ? null : { id, type, createdAt: dateOf(created), news };
  };
}

function modeOf(apiKey: string): boolean | null {
  if (/^[a-z]+_live_/.test(apiKey)) return true;
  return /^[a-z]+_test_/.test(apiKey) ? false : null;
}

/** The parsed body, after its signature is verified. */
function verified(body: Uint8Array, signature: string, secret: string, now: Date): unknown {
  checkTimestamp(signature, now);
  const text = textOf(body);
  try {
    return Stripe.webhooks.constructEvent(text, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch (error) {
    // The SDK verifies before it parses.
    if (error instanceof SyntaxError) throw paymentErrors.eventUnreadable();
    const isVerified = !(error instanceof Stripe.errors.StripeSignatureVerificationError);
    throw isVerified && isThin(text) ? paymentErrors.eventThin() : paymentErrors.signatureInvalid();
  }
}

/** Whether the event names an object in place of holding it. The SDK rejects such events. */
function isThin(text: string): boolean {
  return Value.Check(Type.Object({ object: Type.Literal('v2.core.event') }), JSON.parse(text));
}

/** The SDK uses the last timestamp in the header and accepts any future one. */
function checkTimestamp(signature: string, now: Date): void {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const [time = ''] = times;
  const distance = Math.floor(now.getTime() / 1_000) - Number(time.slice(2));
  const isNow = times.length === 1 && /^t=\d{1,12}$/.test(time) && Math.abs(distance) <= TOLERANCE_SECONDS;
  if (!isNow) throw paymentErrors.signatureInvalid();
}

/** The SDK would replace invalid UTF-8 before it verifies the signature. */
function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw paymentErrors.signatureInvalid();
  }
}

function fitting<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Value.Check(schema, value)) throw paymentErrors.eventUnreadable();
  return value;
}

function readState(object: unknown, kind: 'created' | 'updated' | 'deleted'): SubscriptionNews {
  const { id, customer, status, created } = fitting(SubscriptionObject, object);
  const state = { kind, status: kind === 'deleted' ? 'canceled' : status, startedAt: dateOf(created) };
  return { about: 'state', customerId: idOf(customer), subscriptionId: id, ...state };
}

function readCheckout(object: unknown): SubscriptionNews | null {
  if (Value.Check(CheckoutWithoutSubscription, object)) return null;
  const { customer, subscription, payment_status: payment, client_reference_id } = fitting(CheckoutObject, object);
  const kind = payment === undefined || payment === 'paid' ? 'checked-out' : 'due';
  const userId = client_reference_id ?? '';
  return {
    about: 'payment',
    kind,
    customerId: idOf(customer),
    subscriptionId: idOf(subscription),
    ...(UUID.test(userId) && { userId: userId.toLowerCase() }),
  };
}

function readInvoice(
  object: unknown,
  kind: 'paid' | 'failed',
  first: 'paid' | 'first-failed',
): SubscriptionNews | null {
  const { subscription, parent, billing_reason: reason } = fitting(InvoiceSubject, object);
  const about = parent?.subscription_details?.subscription ?? subscription ?? null;
  // Manual invoices do not affect subscriptions.
  if (about === null || reason === 'manual') return null;
  const { customer } = fitting(InvoiceCustomer, object);
  return {
    about: 'payment',
    kind: reason === 'subscription_create' ? first : kind,
    customerId: idOf(customer),
    subscriptionId: idOf(about),
  };
}

const idOf = (reference: Static<typeof Reference>) => (typeof reference === 'string' ? reference : reference.id);

const dateOf = (seconds: number) => new Date(seconds * 1_000);
