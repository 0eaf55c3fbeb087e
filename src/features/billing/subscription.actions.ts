import type { Actor } from '../../access/actor.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Subscription } from './subscription.schema.ts';
import { findSubscriptionOf, listActiveSubscribers, type SubscriptionRow } from './subscription.store.ts';

export type SubscriptionDeps = { db: Db };

/** What the actor pays for: their newest active subscription, or else the newest that there was; null where there was none. */
export async function readSubscription(deps: SubscriptionDeps, actor: Actor): Promise<Subscription | null> {
  const row = await findSubscriptionOf(deps.db, actor.userId);
  return row === undefined ? null : viewOf(row);
}

/** Which of these people have an active subscription at this moment. */
export async function activeSubscribers(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await listActiveSubscribers(db, userIds));
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
