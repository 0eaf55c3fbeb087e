import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { Subscription } from '#platform/db/tables.generated.ts';
import type { SubscriptionFacts } from './subscription.rules.ts';

export type SubscriptionRow = Selectable<Subscription>;

/** The user's newest active subscription, otherwise the newest. */
export function selectSubscriptionOf(db: Db, userId: string): Read<SubscriptionRow | undefined> {
  const query = db
    .selectFrom('subscription')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`status = 'active'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  return mapRead(toRead(query, { created_at: true, state_at: true, payment_at: true }), ([row]) => row);
}

export async function listStatusesOf(db: Db, userId: string): Promise<{ id: string; status: string }[]> {
  return db.selectFrom('subscription').select(['id', 'status']).where('user_id', '=', userId).orderBy('id').execute();
}

/** Which of these users have an active subscription. */
export async function listActiveSubscribers(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('subscription')
    .select('user_id')
    .distinct()
    .where('status', '=', 'active')
    .where(sql<boolean>`user_id = any (${[...userIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export type NewSubscription = {
  id: string;
  userId: string;
  paymentCustomerId: string;
  paymentSubscriptionId: string;
  createdAt: Date;
};

export type LockedSubscription = { id: string; userId: string; paymentCustomerId: string; facts: SubscriptionFacts };

/** Locks the subscription with the provider's id. Inserts it first if there is none. */
export async function lockSubscription(tx: Tx, subscription: NewSubscription): Promise<LockedSubscription> {
  await tx
    .insertInto('subscription')
    .values({
      id: subscription.id,
      user_id: subscription.userId,
      payment_customer_id: subscription.paymentCustomerId,
      payment_subscription_id: subscription.paymentSubscriptionId,
      status: 'incomplete',
      created_at: subscription.createdAt,
    })
    .onConflict((conflict) => conflict.column('payment_subscription_id').doNothing())
    .execute();
  const row = await tx
    .selectFrom('subscription')
    .selectAll()
    .where('payment_subscription_id', '=', subscription.paymentSubscriptionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { id: row.id, userId: row.user_id, paymentCustomerId: row.payment_customer_id, facts: factsOf(row) };
}

export async function updateSubscription(
  tx: Tx,
  { id, userId }: Pick<LockedSubscription, 'id' | 'userId'>,
  status: string,
  { state, payment, createdAt }: SubscriptionFacts,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({
      status,
      state_kind: state?.kind ?? null,
      state_status: state?.status ?? null,
      state_at: state?.at ?? null,
      payment_kind: payment?.kind ?? null,
      payment_at: payment?.at ?? null,
      created_at: createdAt,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

function factsOf(row: SubscriptionRow): SubscriptionFacts {
  const { state_kind, state_status, state_at, payment_kind, payment_at, created_at } = row;
  const hasState = state_kind !== null && state_status !== null && state_at !== null;
  return {
    state: hasState ? { kind: state_kind, status: state_status, at: state_at } : null,
    payment: payment_kind !== null && payment_at !== null ? { kind: payment_kind, at: payment_at } : null,
    createdAt: created_at,
  };
}
