import type { Db } from '../../platform/db/database.ts';
import type { MailToOutsiderKind } from './outgoing-mail.rules.ts';

/** Writes down that somebody outside wants no more mails of a kind; once is enough. */
export async function insertOptOut(db: Db, outsiderId: string, sort: MailToOutsiderKind, now: Date): Promise<void> {
  await db
    .insertInto('mail_opt_out')
    .values({ external_recipient_id: outsiderId, category: sort, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
