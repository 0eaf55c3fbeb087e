import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** When the cached data was stored that is shown because the server failed, by the hash of its query. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();

export function noteCachedShown(queryHash: string, storedAt: number): void {
  shown.set(queryHash, storedAt);
  notify();
}

export function noteFresh(queryHash: string): void {
  if (shown.delete(queryHash)) notify();
}

/** When the oldest cached data was stored that this screen shows because the server failed. Null if there is none. */
export function useCachedSince(): number | null {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      const leave = queryClient.getQueryCache().subscribe(listener);
      return () => {
        listeners.delete(listener);
        leave();
      };
    },
    () => oldestShown(queryClient),
  );
}

function oldestShown(queryClient: QueryClient): number | null {
  const cache = queryClient.getQueryCache();
  const times = [...shown].filter(([hash]) => cache.get(hash)?.isActive()).map(([, storedAt]) => storedAt);
  return times.length === 0 ? null : Math.min(...times);
}

function notify(): void {
  for (const listener of listeners) listener();
}
