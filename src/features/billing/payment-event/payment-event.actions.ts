import type { Tx } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import type { PaymentEvent } from '#providers/payment/payment.ts';
import type { BillingDeps } from '../deps.ts';
import { claimCustomer, findUserOfCustomer, lockPayer } from '../subscription/customer.store.ts';
import { applyEvent, type ProviderEvent, statusOf } from '../subscription/subscription.rules.ts';
import { lockSubscription, updateSubscription } from '../subscription/subscription.store.ts';
import { claimPaymentEvent } from './payment-event.store.ts';

/**
 * Verifies a provider event and stores its effect once. Ignores events about other things than the subscription of a user, who
 * is known by the customer id or named by the checkout.
 */
export async function receivePaymentEvent(deps: BillingDeps, body: Uint8Array, signature: string): Promise<void> {
  const event = deps.payment.readEvent(body, signature, deps.clock.now());
  if (event !== null) await storeEvent(deps, event);
}

/** Whether the error means that the caller did not prove to be the provider. */
export function isUnauthenticated(error: unknown): boolean {
  const codes = ['payment.signature-invalid', 'payment.webhook-not-configured'];
  return error instanceof AppError && codes.includes(error.code);
}

async function storeEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const { customerId, subscriptionId } = event.news;
  const providerEvent = providerEventOf(event);
  await deps.db.transaction().execute(async (tx) => {
    const userId =
      (await findUserOfCustomer(tx, customerId, subscriptionId)) ?? (await adoptCustomer(deps, tx, event.news));
    if (userId === undefined) return;
    if (!(await claimPaymentEvent(tx, event, deps.clock.now()))) return;
    const subscription = await lockSubscription(tx, {
      id: deps.ids.next(),
      userId,
      paymentCustomerId: customerId,
      paymentSubscriptionId: subscriptionId,
      createdAt: 'state' in providerEvent ? providerEvent.startedAt : providerEvent.payment.at,
    });
    if (subscription.paymentCustomerId !== customerId) return;
    const facts = applyEvent(subscription.facts, providerEvent);
    await updateSubscription(tx, subscription, statusOf(facts), facts);
  });
}

/** The user named by a checkout that was created outside of Meadow. Only for an unknown customer: a known one has its user. */
async function adoptCustomer(deps: BillingDeps, tx: Tx, news: PaymentEvent['news']): Promise<string | undefined> {
  const userId = news.about === 'payment' ? news.userId : undefined;
  if (userId === undefined || !(await lockPayer(tx, userId))) return undefined;
  // A user with another customer id keeps it. The subscription is stored nevertheless.
  await claimCustomer(tx, userId, news.customerId, null, deps.clock.now());
  return userId;
}

function providerEventOf({ createdAt: at, news }: PaymentEvent): ProviderEvent {
  if (news.about === 'payment') return { payment: { kind: news.kind, at } };
  return { state: { kind: news.kind, status: news.status, at }, startedAt: news.startedAt };
}
