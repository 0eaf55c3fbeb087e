import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { once } from '../../platform/run.ts';
import { type PaymentFailure, PaymentFailureError, refusalFor } from './payment.failure.ts';
import { paymentFetch } from './payment.fetch.ts';
import type { Payment, PaymentConfiguration } from './payment.ts';

/** Three calls in a row, which is what a request makes at the most, are over within eight seconds. */
const TIMEOUT_MS = 2_600;
const FIRST_PAUSE_MS = 100;

const Id = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' });
const Address = Type.String({ pattern: '^https?://\\S+$', maxLength: 5_000 });
const Customer = Type.Object({ id: Id });
const Session = Type.Object({ id: Id, url: Address });
const Portal = Type.Object({ url: Address });

type CallOptions = { timeout: number; idempotencyKey?: string };

/** Stripe's API, through its SDK, which knows how things are called; limits of time and size are our own. */
export function createStripeCalls(
  configuration: PaymentConfiguration & { apiKey: string },
): Omit<Payment, 'readEvent'> {
  const { protocol, hostname, port } = new URL(configuration.apiUrl);
  const isTls = protocol === 'https:';
  const stripe = new Stripe(configuration.apiKey, {
    protocol: isTls ? 'https' : 'http',
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    httpClient: Stripe.createFetchHttpClient(paymentFetch),
    // What is tried again, and until when, is decided below.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const { timeoutMs = TIMEOUT_MS, onFailure } = configuration;

  /** Calls until there is an answer of the shape, or no time or no sense in trying again. */
  async function ask<Answer>(
    shape: TSchema,
    onceKey: string | undefined,
    call: (options: CallOptions) => Promise<Answer>,
  ) {
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const timeout = Math.max(1, Math.ceil(deadline - performance.now()));
        const answer = await call({ timeout, ...(onceKey !== undefined && { idempotencyKey: onceKey }) });
        if (!Value.Check(shape, answer)) throw new PaymentFailureError({ reason: 'not-of-the-shape' });
        return answer;
      } catch (error) {
        const failure = failureOf(error);
        const pause = pauseBeforeNext(failure, attempt);
        if (pause === null || performance.now() + pause >= deadline) {
          onFailure?.(failure);
          throw refusalFor(failure);
        }
        await delay(pause);
      }
    }
  }

  return {
    requireConfigured: () => undefined,
    createCustomer: async ({ userId, email, onceKey }) => {
      const asked = { metadata: { user_id: userId }, ...(email !== null && { email }) };
      return once('customer', async () => {
        const create = (options: CallOptions) => stripe.customers.create(asked, options);
        return (await ask(Customer, keyOf('customer', onceKey, asked), create)).id;
      });
    },
    createCheckout: async ({ userId, customerId, priceId, successUrl, cancelUrl, onceKey }) => {
      const asked = {
        mode: 'subscription' as const,
        customer: customerId,
        client_reference_id: userId,
        line_items: [{ price: priceId, quantity: 1 }],
        success_url: successUrl,
        cancel_url: cancelUrl,
      };
      return once('checkout', async () => {
        const create = (options: CallOptions) => stripe.checkout.sessions.create(asked, options);
        const session = await ask(Session, keyOf('checkout', onceKey, asked), create);
        return { sessionId: session.id, url: session.url ?? '' };
      });
    },
    createPortal: async ({ customerId, returnUrl }) => {
      const asked = { customer: customerId, return_url: returnUrl };
      const { url } = await ask(Portal, undefined, (options) => stripe.billingPortal.sessions.create(asked, options));
      return { url };
    },
  };
}

/** The provider refuses a key that comes with something else than before, so what is asked for is a part of it. */
function keyOf(what: string, onceKey: string, asked: object): string {
  return createHash('sha256')
    .update(JSON.stringify([what, onceKey, asked]))
    .digest('hex');
}

/** In milliseconds, or null where the next attempt would probably end like this one. */
function pauseBeforeNext({ reason, status }: PaymentFailure, attempt: number): number | null {
  // Another call with the same key is under way: its answer will be ours.
  if (status === 409) return FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 3);
  return reason === 'not-reachable' && attempt === 1 ? FIRST_PAUSE_MS : null;
}

/** The errors of the SDK carry what was sent and what came, so that they end here. */
function failureOf(error: unknown): PaymentFailure {
  if (error instanceof PaymentFailureError) return error.failure;
  if (!(error instanceof Stripe.errors.StripeError)) return { reason: 'not-of-the-shape' };
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return error.detail instanceof PaymentFailureError ? error.detail.failure : { reason: 'time-limit' };
  }
  const { statusCode: status, param, code } = error;
  // An answer that is no JSON has no status of its own in the SDK's errors.
  if (status === undefined) return { reason: 'not-of-the-shape' };
  const facts = { status, ...(code !== undefined && /^[a-z_]{1,60}$/.test(code) && { code }) };
  if (code === 'resource_missing' && param === 'customer') return { reason: 'customer-unknown', ...facts };
  if (status === 402) return { reason: 'declined', ...facts };
  return { reason: status >= 500 || status === 429 || status === 409 ? 'out-of-order' : 'refused', ...facts };
}
