import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { NotificationData } from './notice.rules.ts';

export type NotificationValues = {
  id: string;
  user_id: string;
  kind: string;
  title: string;
  body: string;
  data: NotificationData;
  dedupe_key: string | null;
  urgency: 'normal' | 'high';
  expires_at: Date;
};

/** A notice that is stored now. */
export type StoredNotification = { id: string; user_id: string };

/**
 * Stores notices to people who exist, are not blocked and can read, and for each of their devices the delivery, unless they have turned
 * notifications off. It waits for nobody: rows that others hold (somebody whose account is being deleted) are left out, and
 * so is a notice whose key another transaction is using at this moment. Foreign keys then find their rows locked already.
 */
export async function insertNotifications(
  tx: Tx,
  notices: readonly NotificationValues[],
  now: Date,
): Promise<StoredNotification[]> {
  const { rows } = await sql<StoredNotification>`
    with notice as (
      select * from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as notice (
        id uuid, user_id uuid, kind text, title text, body text, data jsonb, dedupe_key text,
        urgency text, expires_at timestamptz
      )
    ), recipient as (
      select id, preferences -> 'notifications' is distinct from 'false' as wants_push
      from profile where id in (select user_id from notice) and is_active and not is_ai
      for key share skip locked
    ), stored as (
      insert into notification (id, user_id, kind, title, body, data, dedupe_key, created_at)
      select notice.id, user_id, kind, title, body, data, dedupe_key, ${now}
      from notice join recipient on recipient.id = user_id
      where dedupe_key is null
        or pg_try_advisory_xact_lock(hashtextextended('notice to ' || user_id || ' ' || dedupe_key, 0))
      on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing
      returning id, user_id
    ), device as (
      select id, user_id from push_device
      where user_id in (select id from recipient where wants_push)
      for key share skip locked
    ), delivery as (
      insert into push_delivery (notification_id, device_id, urgency, expires_at, next_attempt_at)
      select stored.id, device.id, urgency, expires_at, ${now}
      from stored join notice on notice.id = stored.id join device on device.user_id = stored.user_id
    )
    select id, user_id from stored`.execute(tx);
  return rows;
}

/** The channel on which nodes hear of new notices. Messages are lists of `user id/notification id`. */
export const NOTIFICATION_CHANNEL = 'notices';

/** How many pairs of ids a message holds: PostgreSQL takes 7,999 bytes. */
const PAIRS_IN_A_MESSAGE = 100;

/** Tells every node, once the transaction is committed, who has got which notices. */
export async function signalNotifications(tx: Tx, notices: readonly StoredNotification[]): Promise<void> {
  const pairs = notices.map(({ id, user_id }) => `${user_id}/${id}`);
  const messages = Array.from({ length: Math.ceil(pairs.length / PAIRS_IN_A_MESSAGE) }, (_, index) =>
    pairs.slice(index * PAIRS_IN_A_MESSAGE, (index + 1) * PAIRS_IN_A_MESSAGE).join(','),
  );
  if (messages.length === 0) return;
  await sql`select pg_notify(${NOTIFICATION_CHANNEL}, message) from unnest(${messages}::text[]) as message`.execute(tx);
}
