import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { ACTOR, NOTIFICATION_COLUMNS, type NotificationRow } from '../notification/notification.store.ts';

export async function listNotificationsById(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NotificationRow>> {
  const rows = await db
    .selectFrom('notification')
    .select(NOTIFICATION_COLUMNS)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The newest `limit` notifications of a user after the one with `id`, oldest first. */
export async function listNotificationsAfter(
  db: Db,
  userId: string,
  id: string,
  limit: number,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, kind, title, body, data, read_at, created_at, ${ACTOR} as actor from (
      select * from notification
      where user_id = ${userId} and deleted_at is null and (created_at, id) > (
        select created_at, id from notification where id = ${id} and user_id = ${userId}
      )
      order by created_at desc, id desc limit ${limit}
    ) as notification
    order by created_at, id`.execute(db);
  return rows;
}

/** A user who may have missed notifications since an instant. */
export type Gap = { userId: string; since: Date };

/** For each gap the newest `limit` notifications since then, oldest first. */
export async function listNotificationsSince(
  db: Db,
  gaps: readonly Gap[],
  limit: number,
): Promise<(NotificationRow & { user_id: string })[]> {
  const { rows } = await sql<NotificationRow & { user_id: string }>`
    select notification.id, notification.user_id, kind, title, body, data, read_at, created_at, ${ACTOR} as actor
    from unnest(${gaps.map(({ userId }) => userId)}::uuid[], ${gaps.map(({ since }) => since)}::timestamptz[])
      as gap (user_id, since)
    cross join lateral (
      select * from notification
      where notification.user_id = gap.user_id and deleted_at is null and created_at >= gap.since
      order by created_at desc, id desc limit ${limit}
    ) as notification
    order by created_at, notification.id`.execute(db);
  return rows;
}
