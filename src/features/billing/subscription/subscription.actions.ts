import type { Actor } from '../../../access/actor.ts';
import type { BillingDeps } from '../deps.ts';
import type { Subscription } from './subscription.schema.ts';
import { findSubscriptionOf, type SubscriptionRow } from './subscription.store.ts';

/** The actor's newest active subscription, otherwise the newest; null if there is none. */
export async function readSubscription(deps: Pick<BillingDeps, 'db'>, actor: Actor): Promise<Subscription | null> {
  const row = await findSubscriptionOf(deps.db, actor.userId);
  return row === undefined ? null : viewOf(row);
}

function viewOf(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    user_id: row.user_id,
    payment_customer_id: row.payment_customer_id,
    payment_subscription_id: row.payment_subscription_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
  };
}
