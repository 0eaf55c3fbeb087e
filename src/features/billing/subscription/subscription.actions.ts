import type { Actor } from '#access/actor.ts';
import { executeRead, mapRead, type Read } from '#platform/db/read.ts';
import type { BillingDeps } from '../deps.ts';
import type { Subscription } from './subscription.schema.ts';
import { type SubscriptionRow, selectSubscriptionOf } from './subscription.store.ts';

/** The actor's newest active subscription, otherwise the newest; null if there is none. */
export function selectSubscription(deps: Pick<BillingDeps, 'db'>, actor: Actor): Read<Subscription | null> {
  return mapRead(selectSubscriptionOf(deps.db, actor.userId), (row) => (row === undefined ? null : viewOf(row)));
}

export async function readSubscription(deps: Pick<BillingDeps, 'db'>, actor: Actor): Promise<Subscription | null> {
  return executeRead(deps.db, selectSubscription(deps, actor));
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
