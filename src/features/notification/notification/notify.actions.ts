import type { Tx } from '#platform/db/database.ts';
import { inSavepoint } from '#platform/db/savepoint.ts';
import { codeOf } from '#platform/errors.ts';
import { startOf, withoutControlCharacters } from '#platform/text/text.ts';
import type { NotificationDeps } from '../deps.ts';
import { declarationOf } from './kind.schema.ts';
import { actorIdOf, limitData, type NewNotification, pushOf } from './notify.rules.ts';
import { insertNotifications, type NotificationValues } from './notify.store.ts';

type NotifyDeps = Pick<NotificationDeps, 'db' | 'clock' | 'ids' | 'log'>;

/**
 * Stores notifications in the transaction of their cause. Returns the ids of the notified users. Users who do not exist, are
 * synthetic or inactive, switched off the kind, have blocked the actor, or have a notification with the same key are skipped.
 *
 * Never blocks or fails the cause: it skips locked rows, and a failure is logged and rolled back to a savepoint. Of two
 * concurrent transactions with the same key for the same user, one stores the notification; if it rolls back, there is none.
 * Devices and streams are notified after the commit. The transaction must not be used concurrently.
 */
export async function notify(deps: NotifyDeps, tx: Tx, notifications: readonly NewNotification[]): Promise<string[]> {
  if (notifications.length === 0) return [];
  try {
    return await inSavepoint(tx, () => store(deps, tx, notifications));
  } catch (error) {
    logFailure(deps, notifications, error);
    return [];
  }
}

/** Stores notifications in a transaction of its own. Never throws. */
export async function notifyAfterwards(deps: NotifyDeps, notifications: readonly NewNotification[]): Promise<string[]> {
  try {
    return await deps.db.transaction().execute((tx) => notify(deps, tx, notifications));
  } catch (error) {
    logFailure(deps, notifications, error);
    return [];
  }
}

/** Like `notify`, but throws if the notifications cannot be stored. For callers that record that users were notified. */
export async function notifyOrFail(
  deps: NotifyDeps,
  tx: Tx,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  return notifications.length === 0 ? [] : store(deps, tx, notifications);
}

async function store(deps: NotifyDeps, tx: Tx, notifications: readonly NewNotification[]): Promise<string[]> {
  const now = deps.clock.now();
  const values = notifications.map((notification) => valuesOf(notification, deps.ids.next(), now));
  const rows = await insertNotifications(tx, values, now);
  return [...new Set(rows.map((row) => row.user_id))];
}

function logFailure(deps: NotifyDeps, notifications: readonly NewNotification[], error: unknown): void {
  const kinds = [...new Set(notifications.map(({ kind }) => kind))];
  deps.log.warn({ event: 'notifications.not-stored', code: codeOf(error), kinds }, 'Could not store notifications');
}

/** Truncates and cleans all texts, so that the database accepts any notification. */
function valuesOf(notification: NewNotification, id: string, now: Date): NotificationValues {
  const { urgency, ttlSeconds } = pushOf(notification);
  const { isRequired = false, isPushed = true } = declarationOf(notification.kind);
  return {
    id,
    user_id: notification.userId,
    kind: notification.kind,
    title: truncate(notification.title, 200),
    body: truncate(notification.body, 1_000),
    data: limitData(notification.data, truncate),
    actor_id: actorIdOf(notification),
    is_required: isRequired,
    is_pushed: isPushed,
    dedupe_key: notification.dedupeKey === undefined ? null : truncate(notification.dedupeKey, 200),
    urgency,
    expires_at: new Date(now.getTime() + ttlSeconds * 1_000),
  };
}

function truncate(text: string, length: number): string {
  return startOf(withoutControlCharacters(text), length);
}
