/**
 * The service worker. It keeps the shell (code, styles, fonts) so that Meadow opens without a connection, and shows notifications.
 * No response of the API goes through it. The build replaces `__SHELL__`; the file imports nothing.
 */
declare const __SHELL__: { version: string; files: string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;

const PREFIX = 'meadow-shell-';
const CURRENT = `${PREFIX}${__SHELL__.version}`;
/** The page that all screens start from. */
const PAGE = '/';
const PAGE_TIMEOUT_MS = 3_000;
/** Of the server itself: never served by the shell. */
const SERVER_PATHS = /^\/(api|auth|docs|health|metrics|media|openapi\.json|admin)(\/|$)/;
const ASSETS = /^\/(assets|icons)\//;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CURRENT).then((cache) => cache.addAll([PAGE, ...__SHELL__.files].map(fresh))));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => worker.clients.claim()));
});

worker.addEventListener('message', ({ data }) => {
  // The page asks for it when nothing is being written.
  if (data === 'activate') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || SERVER_PATHS.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (ASSETS.test(pathname)) event.respondWith(asset(request));
});

/** From the network, which has the newest version; the kept page if that takes too long or fails. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match(PAGE, { cacheName: CURRENT, ignoreVary: true });
  if (kept === undefined) return fetch(request);
  const limit = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PAGE_TIMEOUT_MS));
  return Promise.race([fetch(request).catch(() => kept), limit]);
}

/** Names of assets change with their content, so a kept one is never old. Those of the version before are still there for open tabs. */
async function asset(request: Request): Promise<Response> {
  // The server varies by Origin and encoding. Neither changes what a name stands for.
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CURRENT);
    await cache.put(request, response.clone());
  }
  return response;
}

/** Keeps this version and the one before: open tabs may still load parts of it. */
async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page past the HTTP cache, and as a browser asks for it: other clients get a description of the server at that path. */
function fresh(path: string): Request {
  return path === PAGE ? new Request(path, { cache: 'reload', headers: { accept: 'text/html' } }) : new Request(path);
}

type Message = { id?: string; title?: string; body?: string };

worker.addEventListener('push', (event) => {
  const { id, title = 'Meadow', body = '' } = readMessage(event.data);
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { path: id === undefined ? '/inbox' : `/inbox?open=${encodeURIComponent(id)}` },
      // The same notification is delivered at least once.
      ...(id !== undefined && { tag: id }),
    }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openClient(String(event.notification.data?.path ?? '/inbox')));
});

const DEVICES = '/api/notifications/devices';

/** The types of this program do not know the event. */
type Change = ExtendableEvent & {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(replaceSubscription(event as Change));
});

/** A push service has ended a subscription, and has perhaps begun another: the server learns of it. If that fails, the page does it at its next start. */
async function replaceSubscription({ oldSubscription, newSubscription }: Change): Promise<void> {
  const subscription = newSubscription ?? (await subscribeAgain());
  const { endpoint, keys } = subscription.toJSON();
  if (!(await send('POST', { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } })).ok) return;
  if (oldSubscription && oldSubscription.endpoint !== endpoint)
    await send('DELETE', { endpoint: oldSubscription.endpoint });
}

async function subscribeAgain(): Promise<PushSubscription> {
  const response = await fetch(DEVICES);
  const { vapid_public_key: applicationServerKey } = (await response.json()) as { vapid_public_key: string };
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function send(method: 'POST' | 'DELETE', body: object): Promise<Response> {
  return fetch(DEVICES, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** In a window that is open, or else in a new one. The page goes there itself: a reload would interrupt what is being written. */
async function openClient(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [open] = windows;
  if (open === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  // A browser may refuse it. The page goes there all the same.
  await open.focus().catch(() => undefined);
  open.postMessage({ kind: 'open', path });
}

function readMessage(data: PushMessageData | null): Message {
  try {
    return (data?.json() ?? {}) as Message;
  } catch {
    return {};
  }
}
