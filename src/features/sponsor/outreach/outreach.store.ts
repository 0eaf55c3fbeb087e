import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';

export type Recipient = { id: string; name: string; contact_name: string; contact_email: string };

/** An approved sponsor. A decision is final, so no lock is needed. */
export async function findRecipient(tx: Tx, id: string): Promise<Recipient | undefined> {
  return tx
    .selectFrom('sponsor')
    .select(['id', 'name', 'contact_name', 'contact_email'])
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .executeTakeFirst();
}

export async function findSender(tx: Tx, id: string): Promise<{ full_name: string; email: string | null } | undefined> {
  return tx.selectFrom('profile').select(['full_name', 'email']).where('id', '=', id).executeTakeFirst();
}

/** Serializes the messages of one sender to one sponsor until the transaction ends. */
export async function lockPair(tx: Tx, senderId: string, sponsorId: string): Promise<void> {
  await lockNamed(tx, `outreach ${senderId} ${sponsorId}`);
}

/** The times of the newest `limit` messages after an instant, newest first. */
export async function listSentAfter(
  tx: Tx,
  senderId: string,
  sponsorId: string,
  after: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('sponsor_message')
    .select('created_at')
    .where('sender_id', '=', senderId)
    .where('sponsor_id', '=', sponsorId)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at }) => created_at);
}

export async function insertMessage(
  tx: Tx,
  message: { id: string; senderId: string; sponsorId: string; now: Date },
): Promise<void> {
  const { id, senderId, sponsorId, now } = message;
  await tx
    .insertInto('sponsor_message')
    .values({ id, sender_id: senderId, sponsor_id: sponsorId, created_at: now })
    .execute();
}

/** The number of messages by sponsor, from `from`, included, until `until`, excluded. Sponsors without messages are omitted. */
export async function countMessages(
  db: Db,
  sponsorIds: readonly string[],
  from: Date,
  until: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; messages: number }>`
    select sponsor_id as id, count(*)::integer as messages from sponsor_message
    where sponsor_id = any (${[...sponsorIds]}::uuid[]) and created_at >= ${from} and created_at < ${until}
    group by sponsor_id`.execute(db);
  return new Map(rows.map(({ id, messages }) => [id, messages]));
}
