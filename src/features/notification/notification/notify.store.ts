import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { NotificationData } from './notify.rules.ts';

export type NotificationValues = {
  id: string;
  user_id: string;
  kind: string;
  title: string;
  body: string;
  data: NotificationData;
  actor_id: string | null;
  /** Cannot be switched off. */
  is_required: boolean;
  /** Whether it is pushed by default. */
  is_pushed: boolean;
  dedupe_key: string | null;
  urgency: 'normal' | 'high';
  expires_at: Date;
};

export type StoredNotification = { id: string; user_id: string };

/**
 * Inserts notifications to active users who are not synthetic, as they prefer, and a delivery for each of their devices. Skips
 * notifications between blocked users, except required ones. Never waits: rows locked by other transactions (of accounts being deleted) are skipped, and so are keys that
 * another transaction is inserting. The locks taken here make the checks of foreign keys immediate. A trigger publishes an event
 * for each stored notification.
 */
export async function insertNotifications(
  tx: Tx,
  notifications: readonly NotificationValues[],
  now: Date,
): Promise<StoredNotification[]> {
  const { rows } = await sql<StoredNotification>`
    with item as (
      select * from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as item (
        id uuid, user_id uuid, kind text, title text, body text, data jsonb, actor_id uuid, is_required boolean,
        is_pushed boolean, dedupe_key text,
        urgency text, expires_at timestamptz
      )
    ), recipient as (
      select id, preferences -> 'notifications' is distinct from 'false' as wants_push
      from profile where id in (select user_id from item) and is_active and not is_ai
      for key share skip locked
    ), wanted as (
      select item.*, wants_push and coalesce(push, is_pushed) as goes_to_devices
      from item join recipient on recipient.id = item.user_id
      left join notification_preference preference
        on preference.user_id = item.user_id and preference.kind = item.kind
      where is_required or coalesce(inbox, true) and not exists (
        select from user_block
        where (blocker_id, blocked_id) in ((item.user_id, actor_id), (actor_id, item.user_id)))
    ), stored as (
      insert into notification (id, user_id, kind, title, body, data, actor_id, dedupe_key, created_at)
      select id, user_id, kind, title, body, data, actor_id, dedupe_key, ${now} from wanted
      where dedupe_key is null or claim_notification_key(user_id, dedupe_key)
      on conflict do nothing
      returning id, user_id
    ), device as (
      select id, user_id from push_device
      where user_id in (select user_id from wanted where goes_to_devices)
      for key share skip locked
    ), delivery as (
      insert into push_delivery (user_id, notification_id, device_id, urgency, expires_at, next_attempt_at)
      select stored.user_id, stored.id, device.id, urgency, expires_at, ${now}
      from stored join wanted on wanted.id = stored.id join device on device.user_id = stored.user_id
      where goes_to_devices
    )
    select id, user_id from stored`.execute(tx);
  return rows;
}
