import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Who of these people has got the assistant's drop of this day. */
export async function listHavingAssistantDrop(db: Db, userIds: readonly string[], day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('drop_sent')
    .select('recipient_id')
    .where('sender_id', 'is', null)
    .where('day', '=', day)
    .where(sql<boolean>`recipient_id = any (${[...userIds]}::uuid[])`)
    .execute();
  return rows.map(({ recipient_id }) => recipient_id);
}

export type NewAssistantDrop = { id: string; recipientId: string; content: string; day: string; now: Date };

/** False where the person has got one on this day. */
export async function claimAssistantDrop(tx: Tx, drop: NewAssistantDrop): Promise<boolean> {
  const { id, recipientId, content, day, now } = drop;
  const claimed = await tx
    .insertInto('drop_sent')
    .values({
      id,
      sender_id: null,
      recipient_id: recipientId,
      drop_type: 'encouragement',
      is_custom: false,
      content,
      date_sent: now,
      day,
    })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'day']).where('sender_id', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
