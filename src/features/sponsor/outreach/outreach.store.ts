import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { lockNamed } from '../../../platform/db/named-lock.ts';

export type Recipient = { id: string; name: string; contact_name: string; contact_email: string };

/** A sponsor who is approved, which they stay. */
export async function findRecipient(tx: Tx, id: string): Promise<Recipient | undefined> {
  return tx
    .selectFrom('sponsor')
    .select(['id', 'name', 'contact_name', 'contact_email'])
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .executeTakeFirst();
}

/** What a sender is called, and their address. */
export async function findSender(tx: Tx, id: string): Promise<{ full_name: string; email: string | null } | undefined> {
  return tx.selectFrom('profile').select(['full_name', 'email']).where('id', '=', id).executeTakeFirst();
}

/** One transaction at a time writes for this sender to this sponsor. */
export async function lockPair(tx: Tx, senderId: string, sponsorId: string): Promise<void> {
  await lockNamed(tx, `outreach ${senderId} ${sponsorId}`);
}

/** When the sender wrote to this sponsor after an instant: the newest `limit` of these, newest first. */
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

/** How many messages each of these sponsors got from one instant until before another; those who got none are left out. */
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

/** Forgets who wrote to whom before an instant. */
export async function deleteMessagesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sponsor_message').where('created_at', '<', before).execute();
}
