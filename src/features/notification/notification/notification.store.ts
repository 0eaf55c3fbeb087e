import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { UserSummary } from '#features/account';
import type { Db } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { idFits } from '#platform/db/partitions.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { Notification } from '#platform/db/tables.generated.ts';
import type { NotificationData } from './notify.rules.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'notification.data': NotificationData;
  }
}

export type NotificationRow = Omit<Selectable<Notification>, 'user_id' | 'dedupe_key' | 'actor_id' | 'deleted_at'> & {
  actor: UserSummary | null;
};

/** The actor as the recipient may know them: null if they are deleted, inactive or blocked. */
export const ACTOR = sql<UserSummary | null>`(
  select jsonb_build_object(
    'id', actor.id, 'full_name', full_name, 'avatar_url', avatar_url, 'is_ai', is_ai)
  from profile actor
  where actor.id = notification.actor_id and is_active and not exists (
    select from user_block
    where (blocker_id, blocked_id) in ((notification.user_id, actor.id), (actor.id, notification.user_id))))`;

export const NOTIFICATION_COLUMNS = [
  ...(['id', 'kind', 'title', 'body', 'data', 'read_at', 'created_at'] as const),
  ACTOR.as('actor'),
] as const;

/** Whether the user that a column of a statement names has a notification with this key. */
export function hasNotification(userColumn: string, dedupeKey: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from notification where notification.user_id = ${sql.ref(userColumn)} and dedupe_key = ${dedupeKey})`;
}

export type Inbox = { userId: string; isUnreadOnly: boolean; kind: string | undefined };

export function selectNotificationsOf(
  db: Db,
  { userId, isUnreadOnly, kind }: Inbox,
  after: Position | null,
  limit: number,
): Read<NotificationRow[]> {
  let query = db.selectFrom('notification').select(NOTIFICATION_COLUMNS).where('user_id', '=', userId);
  query = query.where('deleted_at', 'is', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (isUnreadOnly) query = query.where('read_at', 'is', null);
  query = query.where(afterCursor(after)).where(idFits({ until: after?.createdAt }));
  const page = query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  return toRead(page, { created_at: true, read_at: true });
}

export function selectUnreadCount(userId: string): Read<number> {
  const query = sql<{ unread: number }>`
    select count(*)::integer as unread from notification where user_id = ${userId} and read_at is null`;
  return mapRead(toRead(query, {}), (rows) => onlyRow(rows).unread);
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
    .where('deleted_at', 'is', null)
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

/** Erases a notification. Its row remains until it is old, so that its cause does not send it again. Returns false if there is none. */
export async function updateToDeleted(db: Db, userId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ title: '', body: '', data: '{}', actor_id: null, read_at: sql`coalesce(read_at, ${now})`, deleted_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
