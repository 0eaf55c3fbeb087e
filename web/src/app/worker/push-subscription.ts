import { api } from '../api.ts';

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
