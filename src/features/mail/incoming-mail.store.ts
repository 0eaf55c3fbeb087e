import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/**
 * Whether this message comes to this person, who is still there, for the first time. Where another transaction is taking it, this waits for the end of
 * that one.
 */
export async function claimIncomingMail(tx: Tx, userId: string, messageId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into incoming_mail (user_id, message_digest, received_at)
    select id, sha256(convert_to(${messageId}, 'UTF8')), ${now} from profile where id = ${userId} for key share
    on conflict (user_id, message_digest) do nothing
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Those of these people who are still there, and stay until the end of the transaction, in the order in which all lock them. */
export async function lockReaders(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from profile where id = any (${[...userIds]}::uuid[]) order by id for key share`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The message may come again, as if it had not come. */
export async function deleteIncomingMail(tx: Tx, userId: string, messageId: string): Promise<void> {
  await sql`
    delete from incoming_mail
    where user_id = ${userId} and message_digest = sha256(convert_to(${messageId}, 'UTF8'))`.execute(tx);
}

/** Forgets the mails that came before an instant. */
export async function deleteIncomingMailsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('incoming_mail').where('received_at', '<', before).execute();
}
