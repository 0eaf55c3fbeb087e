import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { findQueueState, type QueueState } from '#platform/db/queue.ts';
import type { QuietHours } from './delivery.rules.ts';

export type DueDelivery = {
  user_id: string;
  notification_id: string;
  device_id: string;
  /** The number of attempts, including the current one. */
  attempts: number;
  urgency: 'normal' | 'high';
  expires_at: Date;
  endpoint: string;
  p256dh: string;
  auth: string;
  kind: string;
  title: string;
  body: string;
  is_read: boolean;
  is_deliverable: boolean;
  time_zone: string | null;
  quiet_hours: QuietHours | null;
};

/** Leases at most `limit` due deliveries until `leasedUntil`, and counts the attempt. */
export async function claimDueDeliveries(
  db: Db,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select user_id, notification_id, device_id from push_delivery
      where next_attempt_at <= ${now} order by next_attempt_at limit ${limit}
      for update skip locked
    ), claimed as (
      update push_delivery set attempts = attempts + 1, next_attempt_at = ${leasedUntil}
      from due
      where push_delivery.user_id = due.user_id and push_delivery.notification_id = due.notification_id
        and push_delivery.device_id = due.device_id
      returning push_delivery.*
    )
    select claimed.user_id, notification_id, device_id, attempts, urgency, expires_at, endpoint, p256dh, auth, notification.kind, title, body,
      read_at is not null as is_read,
      device.user_id = claimed.user_id and is_active
        and preferences -> 'notifications' is distinct from 'false' and coalesce(push, true) as is_deliverable,
      preferences ->> 'timezone' as time_zone,
      case when start_time is not null then jsonb_build_object('start', start_time, 'end', end_time) end as quiet_hours
    from claimed
    join notification on notification.id = notification_id and notification.user_id = claimed.user_id
    join push_device as device on device.id = device_id
    join profile on profile.id = claimed.user_id
    left join notification_quiet_hours quiet on quiet.user_id = claimed.user_id
    left join notification_preference preference
      on preference.user_id = claimed.user_id and preference.kind = notification.kind`.execute(db);
  return rows;
}

type Delivery = Pick<DueDelivery, 'user_id' | 'notification_id' | 'device_id' | 'attempts'>;

export async function deleteDelivery(db: Db, { user_id, notification_id, device_id }: Delivery): Promise<void> {
  await db
    .deleteFrom('push_delivery')
    .where('user_id', '=', user_id)
    .where('notification_id', '=', notification_id)
    .where('device_id', '=', device_id)
    .execute();
}

/** Schedules a retry, unless another node has made an attempt since. */
export async function updateNextAttempt(db: Db, delivery: Delivery, at: Date): Promise<void> {
  await updateDelivery(db, delivery, { next_attempt_at: at });
}

/** Schedules the attempt that `attempts` counts for later, without counting it. */
export async function updateToHeld(db: Db, delivery: Delivery, until: Date): Promise<void> {
  await updateDelivery(db, delivery, { next_attempt_at: until, attempts: delivery.attempts - 1 });
}

/** Changes nothing if another node has made an attempt since. */
async function updateDelivery(
  db: Db,
  { user_id, notification_id, device_id, attempts }: Delivery,
  values: { next_attempt_at: Date; attempts?: number },
): Promise<void> {
  await db
    .updateTable('push_delivery')
    .set(values)
    .where('user_id', '=', user_id)
    .where('notification_id', '=', notification_id)
    .where('device_id', '=', device_id)
    .where('attempts', '=', attempts)
    .execute();
}

/** Deletes an unsubscribed device and its deliveries, unless it has another owner or endpoint by now. */
export async function deleteGoneDevice(db: Db, { user_id, device_id, endpoint }: DueDelivery): Promise<void> {
  await db
    .deleteFrom('push_device')
    .where('user_id', '=', user_id)
    .where('id', '=', device_id)
    .where('endpoint', '=', endpoint)
    .execute();
}

export function findDeliveryQueue(db: Db): Promise<QueueState> {
  return findQueueState(db, sql`select next_attempt_at from push_delivery order by next_attempt_at`);
}
