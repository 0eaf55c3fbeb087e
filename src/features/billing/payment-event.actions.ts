import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Payment, PaymentEvent } from '../../providers/payment/payment.ts';
import { claimCustomer, findUserOfCustomer, lockPayer } from './customer.store.ts';
import { claimPaymentEvent } from './payment-event.store.ts';
import { applyProviderEvent, type ProviderEvent, statusOf } from './subscription.rules.ts';
import { lockSubscription, updateSubscription } from './subscription.store.ts';

export type PaymentEventDeps = { db: Db; clock: Clock; ids: Ids; payment: Payment };

/**
 * Gives an event of the provider its effect, once, and returns when that is stored. An event that says nothing about a
 * subscription of a person here has none: neither their customer nor a checkout that names them. Throws `payment.signature-invalid`, `payment.webhook-not-configured` or
 * `payment.event-unreadable`.
 */
export async function receivePaymentEvent(deps: PaymentEventDeps, body: Uint8Array, signature: string): Promise<void> {
  const event = deps.payment.readEvent(body, signature, deps.clock.now());
  if (event !== null) await applyEvent(deps, event);
}

/** Whether this refusal is of a caller who is not the provider, or whom nothing here could tell from it. */
export function isUnproven(refusal: unknown): boolean {
  const codes = ['payment.signature-invalid', 'payment.webhook-not-configured'];
  return refusal instanceof AppError && codes.includes(refusal.code);
}

async function applyEvent(deps: PaymentEventDeps, event: PaymentEvent): Promise<void> {
  const { customerId, subscriptionId } = event.news;
  const told = toldBy(event);
  await deps.db.transaction().execute(async (tx) => {
    const userId =
      (await findUserOfCustomer(tx, customerId, subscriptionId)) ?? (await adoptCustomer(deps, tx, event.news));
    if (userId === undefined) return;
    if (!(await claimPaymentEvent(tx, event, deps.clock.now()))) return;
    const held = await lockSubscription(tx, {
      id: deps.ids.next(),
      userId,
      paymentCustomerId: customerId,
      paymentSubscriptionId: subscriptionId,
      createdAt: 'state' in told ? told.startedAt : told.payment.at,
    });
    if (held.paymentCustomerId !== customerId) return;
    const facts = applyProviderEvent(held.facts, told);
    await updateSubscription(tx, held.id, statusOf(facts), facts);
  });
}

/** Whose an unknown customer is, if a checkout that was not begun here names one of ours; a known customer's word stands above it. */
async function adoptCustomer(deps: PaymentEventDeps, tx: Tx, news: PaymentEvent['news']): Promise<string | undefined> {
  const named = news.about === 'payment' ? news.userId : undefined;
  if (named === undefined || !(await lockPayer(tx, named))) return undefined;
  // Who is another customer already stays that one: their subscription is followed all the same.
  await claimCustomer(tx, named, news.customerId, null, deps.clock.now());
  return named;
}

function toldBy({ createdAt: at, news }: PaymentEvent): ProviderEvent {
  if (news.about === 'payment') return { payment: { kind: news.kind, at } };
  return { state: { kind: news.kind, status: news.status, at }, startedAt: news.startedAt };
}
