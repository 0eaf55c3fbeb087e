import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** When the answers were stored that are shown because the server failed, by the hash of their query. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();

export function noteKeptAnswer(queryHash: string, storedAt: number): void {
  shown.set(queryHash, storedAt);
  notify();
}

export function noteFreshAnswer(queryHash: string): void {
  if (shown.delete(queryHash)) notify();
}

/** Since when the oldest answer was kept that this screen shows in place of one that the server failed to give. Null if there is none. */
export function useKeptSince(): number | null {
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
