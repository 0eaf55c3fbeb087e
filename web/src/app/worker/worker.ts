import { useSyncExternalStore } from 'react';
import type { AppRouter } from '../router.ts';

let waiting: ServiceWorker | null = null;
/** Another tab has started a newer version while something was being written in this one. */
let isOutdated = false;
let isAsked = false;
const listeners = new Set<() => void>();

/** Whether a newer version is installed and waits for its start, in this tab or in the whole browser. */
export function useNewVersion(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isNewVersionReady);
}

/** Starts the newer version. The page loads again; drafts are flushed as it is left. */
export function startNewVersion(): void {
  isAsked = true;
  if (isOutdated) window.location.reload();
  else waiting?.postMessage('activate');
}

function isNewVersionReady(): boolean {
  return waiting !== null || isOutdated;
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Registers the service worker where there is one: not on pages over plain http, nor in development. */
export async function registerWorker(router: AppRouter): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page of its own version.
    if (!isControlled) {
      isControlled = true;
      return;
    }
    isOutdated = !isAsked && isWriting();
    if (isOutdated) notify();
    else window.location.reload();
  });
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.kind === 'open') router.history.push(String(data.path));
  });
  // A browser that blocks workers may refuse, or return nothing.
  const registration = await serviceWorker.register('/worker.js').catch(() => undefined);
  if (registration === undefined) return;
  const noteWaiting = () => {
    waiting = serviceWorker.controller === null ? null : registration.waiting;
    notify();
  };
  noteWaiting();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', noteWaiting);
  });
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged && isNewVersionReady() && !isWriting()) startNewVersion();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
  });
}

/** A form or a dialog is open: a reload would interrupt it. */
function isWriting(): boolean {
  return document.querySelector('textarea, form, [role=dialog]') !== null;
}
