import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

export async function findCustomerOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customer')
    .select('payment_customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.payment_customer_id;
}

/** The user of a customer, or of this subscription if the user got another customer id since. */
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

/** Lists the customers of a user at the payment provider. */
export async function listCustomerIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_customer')
    .select('payment_customer_id')
    .where('user_id', '=', userId)
    .union(db.selectFrom('subscription').select('payment_customer_id').where('user_id', '=', userId))
    .execute();
  return rows.map(({ payment_customer_id }) => payment_customer_id);
}

/** Locks a profile against deletion. Returns false if there is none, its account is being erased, or it is a synthetic user. */
export async function lockPayer(tx: Tx, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select from profile where id = ${userId} and not is_ai and erasing_since is null for key share`.execute(
      tx,
    );
  return rows.length > 0;
}

/**
 * Stores the customer id of a user in place of `previous` (null for none). The first of concurrent calls wins. Returns the stored
 * id.
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
