import { paymentErrors } from './payment.errors.ts';
import type { PaymentFailure } from './payment.failure.ts';

/**
 * Calls that mean the same and carry the same `onceKey` are one: the provider does the work for the first, and gives the others
 * its answer, for a day. It repeats a failure in the same way, so a key should not live long.
 */
type Once = { onceKey: string };

export type NewCustomer = Once & { userId: string; email: string | null };

/** The provider sends the person back to one of the two addresses, from a page of its own. */
export type NewCheckout = Once & {
  userId: string;
  customerId: string;
  priceId: string;
  successUrl: string;
  cancelUrl: string;
};

/**
 * What an event says about a subscription: how it stands (`state`, in the provider's own word for it), or how a payment for it
 * went (`payment`). `ended` is a state that nothing follows.
 */
export type SubscriptionNews = { customerId: string; subscriptionId: string } & (
  | { about: 'state'; kind: 'created' | 'updated' | 'deleted'; status: string; startedAt: Date }
  | {
      about: 'payment';
      kind: 'checked-out' | 'paid' | 'failed' | 'first-failed' | 'due';
      /** Whom a checkout says that it is for, where it says so. */
      userId?: string;
    }
);

/** An event about a subscription, and when it came about. */
export type PaymentEvent = { id: string; type: string; createdAt: Date; news: SubscriptionNews };

/**
 * A payment provider. Calls wait for another company's computer, up to `timeoutMs` each, and fail with one of
 * `paymentErrors`: never make one inside a transaction. `readEvent` waits for nobody.
 */
export type Payment = {
  /** Throws `payment.not-configured`. */
  requireConfigured(): void;
  /** Makes the provider know a person, by the id that it gives them. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Opens a page on which a known person pays for a subscription. Throws `payment.customer-unknown`, too. */
  createCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string }>;
  /** Opens a page on which a known person changes or ends what they pay for. Throws `payment.customer-unknown`, too. */
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /**
   * What the provider tells, out of the very bytes that it sent and the header beside them; null where that says nothing about
   * a subscription, or is of another mode (live, test) than our key. Throws `payment.signature-invalid`, `payment.webhook-not-configured` or `payment.event-unreadable`.
   */
  readEvent(body: Uint8Array, signature: string, now: Date): PaymentEvent | null;
};

/**
 * Where the provider is and who we are there. Without an `apiKey` every call is refused, and without a `signingSecret` every
 * event. `timeoutMs` (2,600) is for a whole call, with what is tried again within it. `onFailure` hears of every failure, for
 * the log; what it hears is free of keys and addresses.
 */
export type PaymentConfiguration = {
  apiKey: string | null;
  signingSecret: string | null;
  apiUrl: string;
  timeoutMs?: number;
  onFailure?: (failure: PaymentFailure) => void;
};

/** Builds the payment provider that the configuration asks for. */
export async function createPayment(configuration: PaymentConfiguration): Promise<Payment> {
  const { apiKey, signingSecret } = configuration;
  const calls = apiKey === null ? NOT_CONFIGURED : await createCalls({ ...configuration, apiKey });
  return { ...calls, readEvent: signingSecret === null ? refuseEvent : await createReader(apiKey, signingSecret) };
}

// Loading the SDK takes a quarter of a second, which a server without a provider should not spend on its start.
async function createCalls(configuration: PaymentConfiguration & { apiKey: string }) {
  const { createStripeCalls } = await import('./payment.stripe.ts');
  return createStripeCalls(configuration);
}

async function createReader(apiKey: string | null, signingSecret: string) {
  const { createEventReader } = await import('./payment.stripe.events.ts');
  return createEventReader(apiKey, signingSecret);
}

const refuse = async () => {
  throw paymentErrors.notConfigured();
};

const NOT_CONFIGURED: Omit<Payment, 'readEvent'> = {
  requireConfigured: () => {
    throw paymentErrors.notConfigured();
  },
  createCustomer: refuse,
  createCheckout: refuse,
  createPortal: refuse,
};

function refuseEvent(): never {
  throw paymentErrors.webhookNotConfigured();
}
