import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { JournalMail } from '#platform/db/tables.generated.ts';

/**
 * Stores that a message has arrived for a user. Returns false if it had arrived before or the user does not exist. Waits for
 * another transaction that stores the same message.
 */
export async function claimIncomingMail(tx: Tx, userId: string, messageId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into incoming_mail (user_id, message_digest, received_at)
    select id, sha256(convert_to(${messageId}, 'UTF8')), ${now} from profile where id = ${userId} for key share
    on conflict (user_id, message_digest) do nothing
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Locks the existing users, in the order of their ids, so that they are not deleted before the end of the transaction. */
export async function lockRecipients(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from profile where id = any (${[...userIds]}::uuid[]) order by id for key share`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Reverts a claim, so that the message can arrive again. */
export async function deleteIncomingMail(tx: Tx, userId: string, messageId: string): Promise<void> {
  await sql`
    delete from incoming_mail
    where user_id = ${userId} and message_digest = sha256(convert_to(${messageId}, 'UTF8'))`.execute(tx);
}

export type JournalMailRow = Omit<Selectable<JournalMail>, 'user_id'>;

/** Stores the whole text of an email to a journal. */
export async function insertJournalMail(tx: Tx, mail: Selectable<JournalMail>): Promise<void> {
  await tx.insertInto('journal_mail').values(mail).execute();
}

/** Lists the emails to a journal, newest first. */
export async function listJournalMails(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<JournalMailRow[]> {
  const query = db
    .selectFrom('journal_mail')
    .select(['id', 'subject', 'content', 'entry_id', 'reason', 'created_at'])
    .where('user_id', '=', userId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
