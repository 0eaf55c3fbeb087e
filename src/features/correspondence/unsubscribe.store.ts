import type { Db } from '../../platform/db/database.ts';
import type { ExternalMailCategory } from './unsubscribe.rules.ts';

/** Writes down that somebody outside wants no more mails of a kind; once is enough. */
export async function insertOptOut(
  db: Db,
  externalRecipientId: string,
  sort: ExternalMailCategory,
  now: Date,
): Promise<void> {
  await db
    .insertInto('mail_opt_out')
    .values({ external_recipient_id: externalRecipientId, category: sort, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
