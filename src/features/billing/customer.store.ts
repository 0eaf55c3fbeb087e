import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function findCustomerOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customer')
    .select('payment_customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.payment_customer_id;
}

/** Whose customer this is, or whose it was when they took out this subscription. */
export async function findUserOfCustomer(
  tx: Tx,
  paymentCustomerId: string,
  paymentSubscriptionId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_customer')
    .select('user_id')
    .where('payment_customer_id', '=', paymentCustomerId)
    .union(
      tx
        .selectFrom('subscription')
        .select('user_id')
        .where('payment_subscription_id', '=', paymentSubscriptionId)
        .where('payment_customer_id', '=', paymentCustomerId),
    )
    .executeTakeFirst();
  return row?.user_id;
}

/** Keeps a person from being deleted until the transaction ends; false where there is none with this id, or only a synthetic one. */
export async function lockPayer(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select from profile where id = ${userId} and not is_ai for key share`.execute(tx);
  return rows.length > 0;
}

/**
 * Makes this the person's customer, unless they have another one than `previous` (null for none): of several requests at once
 * the first wins. Returns the one that they have then.
 */
export async function claimCustomer(
  db: Db,
  userId: string,
  paymentCustomerId: string,
  previous: string | null,
  now: Date,
): Promise<string> {
  await db
    .insertInto('payment_customer')
    .values({ user_id: userId, payment_customer_id: paymentCustomerId, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ payment_customer_id: paymentCustomerId, created_at: now })
        .where('payment_customer.payment_customer_id', '=', previous),
    )
    .execute();
  return (await findCustomerOf(db, userId)) ?? paymentCustomerId;
}
