import type { Actor } from '#access/actor.ts';
import type { NotificationDeps } from '../deps.ts';
import { type Device, type DeviceList, deviceErrors, MAX_ENDPOINT_LENGTH, type NewDevice } from './device.schema.ts';
import {
  type DeviceRow,
  deleteDevice,
  deleteOldestDevices,
  listDevicesOf,
  lockDevicesOf,
  upsertDevice,
} from './device.store.ts';

/** More than users have. Each device adds a delivery to each notification. */
const MAX_DEVICES = 10;

/** The actor's devices, newest registration first, and the public key for new subscriptions. */
export async function listDevices(deps: Pick<NotificationDeps, 'db' | 'push'>, actor: Actor): Promise<DeviceList> {
  const devices = await listDevicesOf(deps.db, actor.userId);
  // MAX_DEVICES fit one page.
  return { devices: devices.map(viewOf), next_cursor: null, vapid_public_key: deps.push.publicKey };
}

/**
 * Registers a device. A device of another user moves to the actor, because users can share a browser. Beyond ten devices the
 * oldest registration is deleted. `isNew` is false if the device was the actor's already.
 */
export async function registerDevice(
  deps: Pick<NotificationDeps, 'db' | 'clock' | 'ids' | 'push'>,
  actor: Actor,
  { endpoint: url, keys: { p256dh, auth } }: NewDevice,
): Promise<{ device: Device; isNew: boolean }> {
  const endpoint = new URL(url).href;
  const problem = deps.push.problemWith({ endpoint, p256dh, auth });
  // The normalized URL can be longer.
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

export async function removeDevice(
  deps: Pick<NotificationDeps, 'db'>,
  actor: Actor,
  endpoint: string | undefined,
): Promise<void> {
  if (endpoint === undefined) throw deviceErrors.endpointMissing();
  const isDeleted = await deleteDevice(deps.db, actor.userId, new URL(endpoint).href);
  if (!isDeleted) throw deviceErrors.deviceNotFound();
}

function viewOf(row: DeviceRow): Device {
  return {
    id: row.id,
    endpoint: row.endpoint,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
