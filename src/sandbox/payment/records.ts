import { randomBytes } from 'node:crypto';
import { type Fields, ProtocolError, required, secondsNow } from './protocol.ts';

export type SandboxCustomer = { id: string; email: string | null; userId: string | null; created: number };

export type SandboxCheckout = {
  id: string;
  customer: string;
  userId: string | null;
  price: string;
  successUrl: string;
  cancelUrl: string;
  subscription: string | null;
  created: number;
};

export type SandboxSubscription = { id: string; customer: string; price: string; status: string; created: number };

/** An event that happened, and what came of telling it. */
export type SandboxEvent = { id: string; type: string; text: string; outcome: string };

/** Everything that the sandbox remembers, for as long as it runs. */
export type SandboxRecords = {
  customers: Map<string, SandboxCustomer>;
  checkouts: Map<string, SandboxCheckout>;
  portals: Map<string, { id: string; customer: string; returnUrl: string }>;
  subscriptions: Map<string, SandboxSubscription>;
  /** The last hundred, oldest first. */
  events: SandboxEvent[];
  /** The responses to calls with an idempotency key, by that key. */
  attempts: Map<string, SandboxAttempt>;
};

/** What calls with the same key have in common; the response is null while it is being made. */
export type SandboxAttempt = { path: string; body: string; response: string | null };

const MAX_REMEMBERED_EVENTS = 100;
const API_VERSION = '2026-10-28.endive';

export const createRecords = (): SandboxRecords => ({
  customers: new Map(),
  checkouts: new Map(),
  portals: new Map(),
  subscriptions: new Map(),
  events: [],
  attempts: new Map(),
});

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export function addCustomer({ customers }: SandboxRecords, fields: Fields): object {
  const [email = null, userId = null] = [fields.get('email'), fields.get('metadata[user_id]')];
  const customer = { id: newId('cus'), email, userId, created: secondsNow() };
  customers.set(customer.id, customer);
  const metadata = userId === null ? {} : { user_id: userId };
  return { id: customer.id, object: 'customer', email, metadata, livemode: false, created: customer.created };
}

/** As Stripe does: ends the subscriptions of the customer, too. */
export function deleteCustomer(records: SandboxRecords, id: string): object {
  if (!records.customers.delete(id)) {
    throw new ProtocolError(404, 'resource_missing', `No such customer: '${id}'`, 'id');
  }
  for (const subscription of records.subscriptions.values())
    if (subscription.customer === id) cancel(records, subscription);
  return { id, object: 'customer', deleted: true };
}

export function addCheckout(records: SandboxRecords, fields: Fields, url: string): object {
  if (required(fields, 'mode') !== 'subscription') {
    throw new ProtocolError(400, 'parameter_invalid', 'The sandbox sells subscriptions alone.', 'mode');
  }
  const checkout: SandboxCheckout = {
    id: newId('cs_test'),
    customer: knownCustomer(records, fields).id,
    userId: fields.get('client_reference_id') ?? null,
    price: required(fields, 'line_items[0][price]'),
    successUrl: webAddress(fields, 'success_url'),
    cancelUrl: webAddress(fields, 'cancel_url'),
    subscription: null,
    created: secondsNow(),
  };
  records.checkouts.set(checkout.id, checkout);
  return checkoutObject(checkout, url);
}

export function addPortal(records: SandboxRecords, fields: Fields, url: string): object {
  const { id: customer } = knownCustomer(records, fields);
  const portal = { id: newId('bps'), customer, returnUrl: webAddress(fields, 'return_url') };
  records.portals.set(portal.id, portal);
  const { id, returnUrl: return_url } = portal;
  return { id, object: 'billing_portal.session', customer, return_url, url: `${url}/portal/${id}`, livemode: false };
}

function webAddress(fields: Fields, name: string): string {
  const address = required(fields, name);
  const isOfTheWeb = URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
  if (!isOfTheWeb) throw new ProtocolError(400, 'url_invalid', 'Not a valid URL', name);
  return address;
}

function knownCustomer({ customers }: SandboxRecords, fields: Fields): SandboxCustomer {
  const id = required(fields, 'customer');
  const customer = customers.get(id);
  if (customer === undefined) throw new ProtocolError(400, 'resource_missing', `No such customer: '${id}'`, 'customer');
  return customer;
}

/** Pays a checkout and returns the events in order. */
export function pay(records: SandboxRecords, checkout: SandboxCheckout, url: string): SandboxEvent[] {
  const { customer, price } = checkout;
  const subscription = { id: newId('sub'), customer, price, status: 'incomplete', created: secondsNow() };
  records.subscriptions.set(subscription.id, subscription);
  checkout.subscription = subscription.id;
  const made = addEvent(records, 'customer.subscription.created', subscriptionObject(subscription));
  subscription.status = 'active';
  return [
    made,
    addEvent(records, 'invoice.paid', invoiceObject(subscription)),
    addEvent(records, 'customer.subscription.updated', subscriptionObject(subscription)),
    addEvent(records, 'checkout.session.completed', checkoutObject(checkout, url)),
  ];
}

/** Ends a subscription at once. */
export function cancel(records: SandboxRecords, subscription: SandboxSubscription): SandboxEvent[] {
  subscription.status = 'canceled';
  return [addEvent(records, 'customer.subscription.deleted', subscriptionObject(subscription))];
}

function addEvent({ events }: SandboxRecords, type: string, object: object): SandboxEvent {
  const id = newId('evt');
  const facts = {
    object: 'event',
    api_version: API_VERSION,
    created: secondsNow(),
    livemode: false,
    pending_webhooks: 1,
  };
  const text = JSON.stringify({ id, type, ...facts, data: { object } }, null, 2);
  const event = { id, type, text, outcome: 'not told yet' };
  events.push(event);
  if (events.length > MAX_REMEMBERED_EVENTS) events.shift();
  return event;
}

function checkoutObject(
  { id, customer, userId, subscription, successUrl, cancelUrl, created }: SandboxCheckout,
  url: string,
) {
  const isPaid = subscription !== null;
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    customer,
    client_reference_id: userId,
    subscription,
    status: isPaid ? 'complete' : 'open',
    payment_status: isPaid ? 'paid' : 'unpaid',
    success_url: successUrl,
    cancel_url: cancelUrl,
    url: isPaid ? null : `${url}/checkout/${id}`,
    livemode: false,
    created,
  };
}

function subscriptionObject({ id, customer, price, status, created }: SandboxSubscription) {
  const items = { object: 'list', data: [{ price: { id: price, object: 'price' }, quantity: 1 }] };
  return { id, object: 'subscription', customer, status, items, livemode: false, created };
}

function invoiceObject({ id, customer }: SandboxSubscription) {
  return {
    id: newId('in'),
    object: 'invoice',
    customer,
    billing_reason: 'subscription_create',
    status: 'paid',
    parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata: {} } },
    livemode: false,
    created: secondsNow(),
  };
}
