import type { Actor } from '#access/actor.ts';
import { codeOf } from '#platform/errors.ts';
import { runBeganAt } from '#platform/run.ts';
import type { BillingDeps } from '../deps.ts';
import { claimCustomer, findCustomerOf } from '../subscription/customer.store.ts';
import { isBilled } from '../subscription/subscription.rules.ts';
import { listStatusesOf } from '../subscription/subscription.store.ts';
import { isAllowedReturnUrl } from './checkout.rules.ts';
import {
  type CheckoutBody,
  checkoutErrors,
  type NewCheckout,
  type NewPortal,
  type PortalBody,
} from './checkout.schema.ts';

/** Requests within this time get the same session. The provider also repeats its failures for this time. */
const SAME_SESSION_MS = 60_000;

/** Creates a checkout session at the provider, on whose page the actor pays. */
export async function openCheckout(deps: BillingDeps, actor: Actor, input: NewCheckout): Promise<CheckoutBody> {
  deps.payment.requireConfigured();
  const { priceId, successUrl, cancelUrl } = input;
  if (!deps.priceIds.includes(priceId)) throw checkoutErrors.priceUnknown();
  for (const url of [successUrl, cancelUrl]) checkReturnUrl(deps, url);
  const subscriptions = await listStatusesOf(deps.db, actor.userId);
  if (subscriptions.some(({ status }) => isBilled(status))) throw checkoutErrors.alreadySubscribed();
  // Includes the last subscription: after it ended, a new checkout is a new purchase.
  const onceKey = `${sessionPeriod(deps)} after ${subscriptions.at(-1)?.id ?? 'none'}`;
  const open = (customerId: string) =>
    deps.payment.createCheckout({ userId: actor.userId, customerId, priceId, successUrl, cancelUrl, onceKey });
  const known = await findCustomerOf(deps.db, actor.userId);
  if (known === undefined) return open(await createCustomer(deps, actor, null));
  try {
    return await open(known);
  } catch (error) {
    if (!isUnknownCustomer(error)) throw error;
    // The customer was deleted at the provider, or the provider's account was replaced.
    return open(await createCustomer(deps, actor, known));
  }
}

/** Creates a portal session at the provider, on whose page the actor changes or cancels the subscription. */
export async function openPortal(
  deps: BillingDeps,
  actor: Actor,
  { returnUrl = deps.publicUrl }: NewPortal,
): Promise<PortalBody> {
  deps.payment.requireConfigured();
  checkReturnUrl(deps, returnUrl);
  const customerId = await findCustomerOf(deps.db, actor.userId);
  if (customerId === undefined) throw checkoutErrors.nothingToManage();
  return deps.payment.createPortal({ customerId, returnUrl });
}

/** Creates a customer at the provider in place of `previous`. Concurrent calls store one customer and return the same. */
async function createCustomer(deps: BillingDeps, actor: Actor, previous: string | null): Promise<string> {
  const account = await deps.findAccount(actor.userId);
  const onceKey = `${sessionPeriod(deps)} after ${previous ?? 'none'}`;
  const customerId = await deps.payment.createCustomer({
    userId: actor.userId,
    email: account?.email ?? null,
    onceKey,
  });
  return claimCustomer(deps.db, actor.userId, customerId, previous, deps.clock.now());
}

/** The minute of the request. A retry under an idempotency key has the minute of the first run. */
function sessionPeriod({ clock }: BillingDeps): string {
  const startedAt = runBeganAt() ?? clock.now();
  return String(Math.floor(startedAt.getTime() / SAME_SESSION_MS));
}

function checkReturnUrl({ returnOrigins }: BillingDeps, url: string): void {
  if (!isAllowedReturnUrl(url, returnOrigins)) throw checkoutErrors.returnUrlRejected();
}

function isUnknownCustomer(error: unknown): boolean {
  return codeOf(error) === 'payment.customer-unknown';
}
