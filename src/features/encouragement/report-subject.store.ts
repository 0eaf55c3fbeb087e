import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { DropSent } from '../../platform/db/tables.generated.ts';

export async function existsDropTo(db: Db, recipientId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('drop_sent')
    .select('id')
    .where('id', '=', id)
    .where('recipient_id', '=', recipientId)
    .executeTakeFirst();
  return row !== undefined;
}

export type DropRow = Pick<Selectable<DropSent>, 'id' | 'sender_id' | 'title' | 'content' | 'media_url' | 'date_sent'>;

export async function listDropsWithIds(db: Db, ids: readonly string[]): Promise<DropRow[]> {
  return db
    .selectFrom('drop_sent')
    .select(['id', 'sender_id', 'title', 'content', 'media_url', 'date_sent'])
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
}
