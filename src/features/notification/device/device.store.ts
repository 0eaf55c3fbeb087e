import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';
import type { PushDevice } from '#platform/db/tables.generated.ts';

export type DeviceRow = Pick<Selectable<PushDevice>, 'id' | 'endpoint' | 'created_at' | 'updated_at'>;

export async function listDevicesOf(db: Db, userId: string): Promise<DeviceRow[]> {
  return db
    .selectFrom('push_device')
    .select(['id', 'endpoint', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Serializes registrations of a user, so that their devices can be counted. */
export async function lockDevicesOf(tx: Tx, userId: string): Promise<void> {
  await lockNamed(tx, `devices of ${userId}`);
}

export type NewDeviceValues = {
  id: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  now: Date;
};

/** Inserts a device, or moves one with the same endpoint to the user. `is_new` is false if it was theirs already. */
export async function upsertDevice(tx: Tx, device: NewDeviceValues): Promise<DeviceRow & { is_new: boolean }> {
  const { id, userId, endpoint, p256dh, auth, now } = device;
  const { rows } = await sql<DeviceRow & { is_new: boolean }>`
    with known as (select user_id from push_device where endpoint = ${endpoint})
    insert into push_device as device (id, user_id, endpoint, p256dh, auth, created_at, updated_at)
    values (${id}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${now}, ${now})
    on conflict (endpoint) do update set
      user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, updated_at = excluded.updated_at,
      created_at = case when device.user_id = excluded.user_id then device.created_at else excluded.created_at end
    returning id, endpoint, created_at, updated_at,
      not exists (select from known where known.user_id = ${userId}) as is_new`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The device was stored but not returned.');
  return row;
}

/** Keeps the newest `kept` registrations. */
export async function deleteOldestDevices(tx: Tx, userId: string, kept: number): Promise<void> {
  await sql`
    delete from push_device where user_id = ${userId} and id in (
      select id from push_device where user_id = ${userId} order by updated_at desc, id desc offset ${kept}
    )`.execute(tx);
}

/** Deletes all devices of a user. */
export async function deleteDevicesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('push_device').where('user_id', '=', userId).execute();
}

export async function deleteDevice(db: Db, userId: string, endpoint: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_device')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
