import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { once } from '#platform/run.ts';
import { PaymentFailureError, problemOf } from './payment.failure.ts';
import { createPaymentFetch } from './payment.fetch.ts';
import type { Payment, PaymentConfiguration, PaymentFailure } from './payment.ts';

/** A request makes at most three calls. They end within eight seconds. */
const TIMEOUT_MS = 2_600;
const FIRST_RETRY_MS = 100;

const Id = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' });
const Url = Type.String({ pattern: '^https?://\\S+$', maxLength: 5_000 });
const Customer = Type.Object({ id: Id });
const Session = Type.Object({ id: Id, url: Url });
const Portal = Type.Object({ url: Url });
const Price = Type.Object({
  id: Id,
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
  unit_amount: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  recurring: Type.Union([
    Type.Object({
      interval: Type.String({ pattern: '^[a-z_]{1,50}$' }),
      interval_count: Type.Integer({ minimum: 1 }),
    }),
    Type.Null(),
  ]),
  // A deleted product has no name.
  product: Type.Object({ name: Type.Optional(Type.String({ maxLength: 1_000 })) }),
});

type CallOptions = { timeout: number; idempotencyKey?: string };

/** Calls Stripe's API with its SDK, and with our own timeouts, retries and size limits. */
export function createStripeCalls(
  configuration: PaymentConfiguration & { apiKey: string },
): Omit<Payment, 'readEvent'> {
  const { protocol, hostname, port } = new URL(configuration.apiUrl);
  const isTls = protocol === 'https:';
  const stripe = new Stripe(configuration.apiKey, {
    protocol: isTls ? 'https' : 'http',
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    httpClient: Stripe.createFetchHttpClient(createPaymentFetch(configuration.watch)),
    // `call` below retries within one deadline.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const { timeoutMs = TIMEOUT_MS, onFailure } = configuration;

  /** Sends a request, with retries until the deadline, and checks the response against the schema. */
  async function call<Result>(
    schema: TSchema,
    onceKey: string | undefined,
    send: (options: CallOptions) => Promise<Result>,
  ) {
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const timeout = Math.max(1, Math.ceil(deadline - performance.now()));
        const result = await send({ timeout, ...(onceKey !== undefined && { idempotencyKey: onceKey }) });
        if (!Value.Check(schema, result)) throw new PaymentFailureError({ reason: 'not-of-the-shape' });
        return result;
      } catch (error) {
        const failure = failureOf(error);
        const waitMs = retryDelayMs(failure, attempt);
        if (waitMs === null || performance.now() + waitMs >= deadline) {
          onFailure?.(failure);
          throw problemOf(failure);
        }
        await delay(waitMs);
      }
    }
  }

  return {
    isConfigured: () => true,
    requireConfigured: () => undefined,
    readPrice: async (priceId) => {
      const price = await call(Price, undefined, (options) =>
        stripe.prices.retrieve(priceId, { expand: ['product'] }, options),
      );
      const { id, unit_amount: amount, currency, recurring, product } = price;
      return {
        id,
        amount,
        currency,
        interval: recurring?.interval ?? null,
        intervalCount: recurring?.interval_count ?? null,
        productName: typeof product === 'object' && 'name' in product ? product.name : null,
      };
    },
    createCustomer: async ({ userId, email, onceKey }) => {
      const customer = { metadata: { user_id: userId }, ...(email !== null && { email }) };
      return once('customer', async () => {
        const create = (options: CallOptions) => stripe.customers.create(customer, options);
        return (await call(Customer, keyOf('customer', onceKey, customer), create)).id;
      });
    },
    createCheckout: async ({ userId, customerId, priceId, successUrl, cancelUrl, onceKey }) => {
      const checkout = {
        mode: 'subscription' as const,
        customer: customerId,
        client_reference_id: userId,
        line_items: [{ price: priceId, quantity: 1 }],
        success_url: successUrl,
        cancel_url: cancelUrl,
      };
      return once('checkout', async () => {
        const create = (options: CallOptions) => stripe.checkout.sessions.create(checkout, options);
        const session = await call(Session, keyOf('checkout', onceKey, checkout), create);
        return { sessionId: session.id, url: session.url ?? '' };
      });
    },
    createPortal: async ({ customerId, returnUrl }) => {
      const portal = { customer: customerId, return_url: returnUrl };
      const { url } = await call(Portal, undefined, (options) => stripe.billingPortal.sessions.create(portal, options));
      return { url };
    },
    deleteCustomer: async (customerId) => {
      const remove = async (options: CallOptions) => {
        try {
          return await stripe.customers.del(customerId, {}, options);
        } catch (error) {
          if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')
            return { id: customerId };
          throw error;
        }
      };
      await call(Customer, undefined, remove);
    },
  };
}

/** The provider rejects a key that it knows with other parameters, so the key contains the parameters. */
function keyOf(operation: string, onceKey: string, parameters: object): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, onceKey, parameters]))
    .digest('hex');
}

/** Null if a retry would probably fail in the same way. */
function retryDelayMs({ reason, status }: PaymentFailure, attempt: number): number | null {
  // A call with the same key is running. The retry gets its response.
  if (status === 409) return FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 3);
  return reason === 'not-reachable' && attempt === 1 ? FIRST_RETRY_MS : null;
}

/** Errors of the SDK contain requests and responses, so they are not passed on. */
function failureOf(error: unknown): PaymentFailure {
  if (error instanceof PaymentFailureError) return error.failure;
  if (!(error instanceof Stripe.errors.StripeError)) return { reason: 'not-of-the-shape' };
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return error.detail instanceof PaymentFailureError ? error.detail.failure : { reason: 'time-limit' };
  }
  const { statusCode: status, param, code } = error;
  // The SDK sets no status if the response is no JSON.
  if (status === undefined) return { reason: 'not-of-the-shape' };
  const details = { status, ...(code !== undefined && /^[a-z_]{1,60}$/.test(code) && { code }) };
  if (code === 'resource_missing' && param === 'customer') return { reason: 'customer-unknown', ...details };
  if (status === 402) return { reason: 'declined', ...details };
  return { reason: status >= 500 || status === 429 || status === 409 ? 'out-of-order' : 'refused', ...details };
}
