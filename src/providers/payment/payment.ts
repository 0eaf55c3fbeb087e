import type { CallWatch } from '#platform/outbound/call-watch.ts';
import type { OutboundFailure } from '#platform/outbound/failure.ts';

/**
 * An idempotency key of the provider. It is valid for a day. Equal calls with the same key take effect once and get the same
 * response. A failure is repeated too, so use a key for a short time only.
 */
type Once = { onceKey: string };

export type NewCustomer = Once & { userId: string; email: string | null };

/** The provider redirects the user to one of the two URLs. */
export type NewCheckout = Once & {
  userId: string;
  customerId: string;
  priceId: string;
  successUrl: string;
  cancelUrl: string;
};

/** A price as the provider describes it. `null`: the provider does not say. */
export type PaymentPrice = {
  id: string;
  /** In the smallest unit of the currency, such as cents. Null without one whole amount, such as for a tiered price. */
  amount: number | null;
  /** The ISO 4217 code in lower case. */
  currency: string;
  /** In the provider's terms, such as `month`. Null for a price that is paid once. */
  interval: string | null;
  /** Intervals between two payments. */
  intervalCount: number | null;
  productName: string | null;
};

/** The content of an event: the status of a subscription in the provider's terms, or the result of a payment for it. */
export type SubscriptionNews = { customerId: string; subscriptionId: string } & (
  | { about: 'state'; kind: 'created' | 'updated' | 'deleted'; status: string; startedAt: Date }
  | {
      about: 'payment';
      kind: 'checked-out' | 'paid' | 'failed' | 'first-failed' | 'due';
      /** Set if the checkout names a user. */
      userId?: string;
    }
);

export type PaymentEvent = { id: string; type: string; createdAt: Date; news: SubscriptionNews };

/**
 * A payment provider. Calls take up to `timeoutMs`: never make one inside a transaction. `readEvent` sends no request.
 *
 * @throws {payment.not-configured}
 * @throws {payment.unavailable}
 * @throws {payment.declined}
 * @throws {payment.refused}
 * @throws {payment.bad-response}
 * @throws {payment.timeout}
 */
export type Payment = {
  /** Whether there is a provider to call. */
  isConfigured(): boolean;
  /** @throws {payment.not-configured} */
  requireConfigured(): void;
  readPrice(priceId: string): Promise<PaymentPrice>;
  /** Creates a customer at the provider and returns its id. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /**
   * Opens a page on which a customer pays for a subscription.
   * @throws {payment.customer-unknown}
   */
  createCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string }>;
  /**
   * Opens a page on which a customer changes or cancels subscriptions.
   * @throws {payment.customer-unknown}
   */
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Deletes a customer with their data, which cancels their subscriptions at once. Does nothing if the customer does not exist. */
  deleteCustomer(customerId: string): Promise<void>;
  /**
   * Verifies and parses the raw body of a webhook request. Null for events that do not concern subscriptions or belong to the
   * other mode (live or test) than our key.
   * @throws {payment.signature-invalid}
   * @throws {payment.webhook-not-configured}
   * @throws {payment.event-thin}
   * @throws {payment.event-unreadable}
   */
  readEvent(body: Uint8Array, signature: string, now: Date): PaymentEvent | null;
};

/** Why a call failed. Contains no key and no URL. `code` is the provider's error code, such as `resource_missing`. */
export type PaymentFailure = OutboundFailure<
  | 'time-limit'
  | 'not-reachable'
  | 'out-of-order'
  | 'declined'
  | 'refused'
  | 'customer-unknown'
  | 'too-large'
  | 'not-of-the-shape'
> & { code?: string };

/** Without `apiKey` every call fails, without `signingSecret` every event. */
export type PaymentConfiguration = {
  apiKey: string | null;
  signingSecret: string | null;
  apiUrl: string;
  /** For a call with its retries. Default: 2,600. */
  timeoutMs?: number;
  onFailure?: (failure: PaymentFailure) => void;
  watch?: CallWatch;
};
