import { unwrap } from '@meadow/client';
import { api } from '../api.ts';
import { bytesOf } from './push-key.rules.ts';

/** The push subscription of this browser, or null. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Removes this device at the server, which needs the session. A device that the server does not know is no problem. */
export async function removePushDevice(): Promise<void> {
  const subscription = await findPushSubscription().catch(() => null);
  if (subscription === null) return;
  await api.DELETE('/api/notifications/devices', { body: { endpoint: subscription.endpoint } });
}

/** Ends push in this browser, so that the next user gets no notifications of the last one. */
export async function endPush(): Promise<void> {
  const subscription = await findPushSubscription();
  await subscription?.unsubscribe();
}

/** Subscribes this browser anew and registers it. `key` is that of the server. */
export async function registerPushDevice(pushManager: PushManager, key: string): Promise<void> {
  // A subscription with an older key of the server, or one that the push service has ended, gets nothing any more.
  const former = await pushManager.getSubscription();
  await former?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint = '', keys } = subscription.toJSON();
  const body = { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  await unwrap(api.POST('/api/notifications/devices', { body }));
}

/**
 * Registers this browser again if it is subscribed and the server does not know it: a push service replaces and ends subscriptions, and a backup
 * may be older than this one.
 */
export async function keepPushDevice(): Promise<void> {
  const subscription = await findPushSubscription();
  if (subscription === null || Notification.permission !== 'granted') return;
  const { devices, vapid_public_key: key } = await unwrap(api.GET('/api/notifications/devices'));
  if (devices.some(({ endpoint }) => endpoint === subscription.endpoint)) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  await registerPushDevice(pushManager, key);
}
