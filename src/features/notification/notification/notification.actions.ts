import type { Actor } from '#access/actor.ts';
import { executeRead, joinReads } from '#platform/db/read.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { NotificationDeps } from '../deps.ts';
import {
  type InboxQuery,
  type Notification,
  type NotificationList,
  notificationErrors,
} from './notification.schema.ts';
import {
  type NotificationRow,
  selectNotificationsOf,
  selectUnreadCount,
  updateAllToRead,
  updateToDeleted,
  updateToRead,
} from './notification.store.ts';
import { targetOf } from './notify.rules.ts';

type InboxDeps = Pick<NotificationDeps, 'db' | 'clock'>;

/** The actor's notifications, newest first, and the number of all unread ones. */
export async function readInbox(deps: InboxDeps, actor: Actor, query: InboxQuery): Promise<NotificationList> {
  const { limit, after } = parsePage(query);
  const inbox = { userId: actor.userId, isUnreadOnly: query.unread === true, kind: query.kind };
  const reads = {
    rows: selectNotificationsOf(deps.db, inbox, after, limit + 1),
    unread: selectUnreadCount(actor.userId),
  };
  const { rows, unread } = await executeRead(deps.db, joinReads(reads));
  const page = toPage(rows, limit);
  return {
    notifications: page.rows.map(viewOf),
    next_cursor: writeCursor(page.next),
    unread_count: unread,
  };
}

/** Marks a notification as read. Marking it again keeps the first time. */
export async function markRead(deps: InboxDeps, actor: Actor, id: string): Promise<Notification> {
  const notification = await updateToRead(deps.db, actor.userId, id, deps.clock.now());
  if (notification === undefined) throw notificationErrors.notFound();
  return viewOf(notification);
}

/** Marks all of the actor's notifications as read. Returns how many were unread. */
export async function markAllRead(deps: InboxDeps, actor: Actor): Promise<number> {
  return updateAllToRead(deps.db, actor.userId, deps.clock.now());
}

/** Deletes a notification of the actor. What caused it does not send it again. */
export async function removeNotification(deps: InboxDeps, actor: Actor, id: string): Promise<void> {
  if (!(await updateToDeleted(deps.db, actor.userId, id, deps.clock.now()))) throw notificationErrors.notFound();
}

export function viewOf(row: NotificationRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    data: row.data,
    key: `notification.${row.kind}`,
    target: targetOf(row.kind, row.data),
    actor: row.actor,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
