import { unwrap } from '@meadow/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { findPushSubscription, registerPushDevice } from '../../../app/worker/push-subscription.ts';
import { devicesQuery } from '../api/queries.ts';
import { type PushState, pushStateOf } from './push.rules.ts';

const WORKER_TIMEOUT_MS = 10_000;

/** The worker that shows pushed notifications did not start. */
export class WorkerMissingError extends Error {}

/** The user did not allow notifications. */
export class PermissionMissingError extends Error {}

type PushInfo = { state: PushState; endpoint: string | null };

const pushQuery = { queryKey: ['push'], queryFn: readPush, staleTime: 0 };

/** Whether this browser gets pushed notifications. Undefined until the browser has responded. */
export function usePush(): PushInfo | undefined {
  return useQuery(pushQuery).data;
}

/** Asks for the permission, which browsers allow only after a press of a button, and registers this browser. */
export function useSubscribe(key: string) {
  return usePushChange(async () => {
    if ((await Notification.requestPermission()) !== 'granted') throw new PermissionMissingError();
    const { pushManager } = await workerReady();
    await registerPushDevice(pushManager, key);
  });
}

/** Ends push for this browser or another one. */
export function useForgetDevice(endpoint: string) {
  return usePushChange(async () => {
    await unwrap(api.DELETE('/api/notifications/devices', { body: { endpoint } }));
    const subscription = await findPushSubscription();
    if (subscription?.endpoint === endpoint) await subscription.unsubscribe();
  });
}

function usePushChange(mutationFn: () => Promise<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: pushQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
      ]),
  });
}

async function readPush(): Promise<PushInfo> {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const subscription = await findPushSubscription();
  const state = pushStateOf({
    isSecure: window.isSecureContext,
    isIos: isIos(),
    isInstalled: isInstalled(),
    hasPush,
    permission: hasPush ? Notification.permission : 'default',
    isSubscribed: subscription !== null,
  });
  return { state, endpoint: subscription?.endpoint ?? null };
}

async function workerReady(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new WorkerMissingError()), WORKER_TIMEOUT_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/** An iPad calls itself a Mac, but has a screen to touch. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Whether the page runs as an app of its own. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
