import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Push } from '../../providers/push/push.ts';
import { type Device, type DeviceList, deviceErrors, MAX_ENDPOINT_LENGTH, type NewDevice } from './device.schema.ts';
import {
  type DeviceRow,
  deleteDevice,
  deleteOldestDevices,
  listDevicesOf,
  lockDevicesOf,
  upsertDevice,
} from './device.store.ts';

export type DeviceDeps = { db: Db; clock: Clock; ids: Ids; push: Push };

/** More browsers than anybody uses; each makes every notice cost more. */
const MAX_DEVICES = 10;

/** The actor's devices, the one that registered last first, and the key with which a browser subscribes. */
export async function listDevices(deps: DeviceDeps, actor: Actor): Promise<DeviceList> {
  const devices = await listDevicesOf(deps.db, actor.userId);
  // So few that they are one page.
  return { devices: devices.map(viewOf), next_cursor: null, vapid_public_key: deps.push.publicKey };
}

/**
 * Sends notices to this device too, from now on. One that was somebody else's becomes the actor's: people who share a browser
 * take turns. Beyond ten devices the one that registered first is forgotten. `isNew` tells whether it was the actor's before.
 * Throws `notification.endpoint-refused` or `notification.keys-unusable`.
 */
export async function registerDevice(
  deps: DeviceDeps,
  actor: Actor,
  { endpoint: asked, keys: { p256dh, auth } }: NewDevice,
): Promise<{ device: Device; isNew: boolean }> {
  const endpoint = new URL(asked).href;
  const problem = deps.push.problemWith({ endpoint, p256dh, auth });
  // Written out as addresses are, it can have become longer.
  if (problem === 'endpoint' || endpoint.length > MAX_ENDPOINT_LENGTH) throw deviceErrors.endpointRefused();
  if (problem === 'keys') throw deviceErrors.keysUnusable();
  return deps.db.transaction().execute(async (tx) => {
    await lockDevicesOf(tx, actor.userId);
    const values = { id: deps.ids.next(), userId: actor.userId, endpoint, p256dh, auth, now: deps.clock.now() };
    const device = await upsertDevice(tx, values);
    await deleteOldestDevices(tx, actor.userId, MAX_DEVICES);
    return { device: viewOf(device), isNew: device.is_new };
  });
}

/** Sends no more notices to the device. Throws `notification.endpoint-missing` or `notification.device-not-found`. */
export async function forgetDevice(deps: DeviceDeps, actor: Actor, endpoint: string | undefined): Promise<void> {
  if (endpoint === undefined) throw deviceErrors.endpointMissing();
  const isForgotten = await deleteDevice(deps.db, actor.userId, new URL(endpoint).href);
  if (!isForgotten) throw deviceErrors.deviceNotFound();
}

function viewOf(row: DeviceRow): Device {
  return {
    id: row.id,
    endpoint: row.endpoint,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
