import type { Db } from '#platform/db/database.ts';
import type { ExternalMailCategory } from './unsubscribe.rules.ts';

/** Stores that an external recipient unsubscribed from a category. Idempotent. */
export async function insertOptOut(
  db: Db,
  externalRecipientId: string,
  category: ExternalMailCategory,
  now: Date,
): Promise<void> {
  await db
    .insertInto('mail_opt_out')
    .values({ external_recipient_id: externalRecipientId, category, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
