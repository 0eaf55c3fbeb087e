import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { afterCursor, type Position } from '../../../platform/db/pagination.ts';
import type { Notification } from '../../../platform/db/tables.generated.ts';
import type { NotificationData } from './notify.rules.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'notification.data': NotificationData;
  }
}

export type NotificationRow = Omit<Selectable<Notification>, 'user_id' | 'dedupe_key'>;

export const NOTIFICATION_COLUMNS = ['id', 'kind', 'title', 'body', 'data', 'read_at', 'created_at'] as const;

export type Inbox = { userId: string; isUnreadOnly: boolean };

export async function listNotificationsOf(
  db: Db,
  { userId, isUnreadOnly }: Inbox,
  after: Position | null,
  limit: number,
): Promise<NotificationRow[]> {
  let query = db.selectFrom('notification').select(NOTIFICATION_COLUMNS).where('user_id', '=', userId);
  if (isUnreadOnly) query = query.where('read_at', 'is', null);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countUnreadOf(db: Db, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .select((select) => select.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Keeps the time of an earlier reading. */
export async function updateToRead(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<NotificationRow | undefined> {
  return db
    .updateTable('notification')
    .set({ read_at: sql`coalesce(read_at, ${now})` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(NOTIFICATION_COLUMNS)
    .executeTakeFirst();
}

/** Returns how many notifications were unread. */
export async function updateAllToRead(db: Db, userId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
