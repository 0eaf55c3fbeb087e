import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { codeOf } from '../../platform/errors.ts';
import { runBeganAt } from '../../platform/run.ts';
import type { Payment } from '../../providers/payment/payment.ts';
import type { AccountDeps } from '../account/index.ts';
import { isAllowedReturn } from './checkout.rules.ts';
import {
  type CheckoutBody,
  checkoutErrors,
  type NewCheckout,
  type NewPortal,
  type PortalBody,
} from './checkout.schema.ts';
import { claimCustomer, findCustomerOf } from './customer.store.ts';
import { isRunning } from './subscription.rules.ts';
import { listStatusesOf } from './subscription.store.ts';

export type CheckoutDeps = {
  db: Db;
  clock: Clock;
  payment: Payment;
  findAccount: AccountDeps['findAccount'];
  publicUrl: string;
  /** What can be bought, by the provider's ids. */
  priceIds: readonly string[];
  /** Where people may be sent back to. */
  returnOrigins: readonly string[];
};

/** A second click within this time gets the same page; the provider repeats its failures for as long, too. */
const SAME_INTENTION_MS = 60_000;

/**
 * Opens a page of the provider on which the actor pays. Throws `payment.not-configured`, `payment.price-unknown`,
 * `payment.return-address-refused`, `payment.already-subscribed`, or how the provider failed: `payment.unavailable`,
 * `-declined`, `-refused`, `-bad-answer`, `-timeout`.
 */
export async function openCheckout(deps: CheckoutDeps, actor: Actor, asked: NewCheckout): Promise<CheckoutBody> {
  deps.payment.requireConfigured();
  const { priceId, successUrl, cancelUrl } = asked;
  if (!deps.priceIds.includes(priceId)) throw checkoutErrors.priceUnknown();
  for (const address of [successUrl, cancelUrl]) requireAllowedReturn(deps, address);
  const subscriptions = await listStatusesOf(deps.db, actor.userId);
  if (subscriptions.some(({ status }) => isRunning(status))) throw checkoutErrors.alreadySubscribed();
  // Whoever has had one since means to buy another one.
  const onceKey = `${intentionOf(deps)} after ${subscriptions.at(-1)?.id ?? 'none'}`;
  const open = (customerId: string) =>
    deps.payment.createCheckout({ userId: actor.userId, customerId, priceId, successUrl, cancelUrl, onceKey });
  const known = await findCustomerOf(deps.db, actor.userId);
  if (known === undefined) return open(await introduce(deps, actor, null));
  try {
    return await open(known);
  } catch (error) {
    if (!isOfUnknownCustomer(error)) throw error;
    // The provider has been exchanged for another one, or the customer was deleted there.
    return open(await introduce(deps, actor, known));
  }
}

/**
 * Opens a page of the provider on which the actor changes or ends what they pay for. Throws `payment.not-configured`,
 * `payment.return-address-refused`, `payment.nothing-to-manage`, `payment.customer-unknown`, or how the provider failed.
 */
export async function openPortal(deps: CheckoutDeps, actor: Actor, { returnUrl }: NewPortal): Promise<PortalBody> {
  deps.payment.requireConfigured();
  const address = returnUrl ?? deps.publicUrl;
  requireAllowedReturn(deps, address);
  const customerId = await findCustomerOf(deps.db, actor.userId);
  if (customerId === undefined) throw checkoutErrors.nothingToManage();
  return deps.payment.createPortal({ customerId, returnUrl: address });
}

/** Makes the provider know the actor, by another customer than the one before. One at most is kept, whoever asks at once. */
async function introduce(deps: CheckoutDeps, actor: Actor, previous: string | null): Promise<string> {
  const account = await deps.findAccount(actor.userId);
  const onceKey = `${intentionOf(deps)} after ${previous ?? 'none'}`;
  const made = await deps.payment.createCustomer({ userId: actor.userId, email: account?.email ?? null, onceKey });
  return claimCustomer(deps.db, actor.userId, made, previous, deps.clock.now());
}

/** The same in every run of a request, whose Idempotency-Key lives for longer. */
function intentionOf({ clock }: CheckoutDeps): string {
  const since = runBeganAt() ?? clock.now();
  return String(Math.floor(since.getTime() / SAME_INTENTION_MS));
}

function requireAllowedReturn({ returnOrigins }: CheckoutDeps, address: string): void {
  if (!isAllowedReturn(address, returnOrigins)) throw checkoutErrors.returnAddressRefused();
}

function isOfUnknownCustomer(error: unknown): boolean {
  return codeOf(error) === 'payment.customer-unknown';
}
