import { useSyncExternalStore } from 'react';

/** The sent part of the uploads of this page, from 0 to 1, by the key of their item. */
const parts = new Map<string, number>();
const listeners = new Set<() => void>();

/** Notes how much of an item is sent. Null: its sending has ended. */
export function noteProgress(key: string, part: number | null): void {
  if (part === null) parts.delete(key);
  else parts.set(key, part);
  for (const listener of listeners) listener();
}

/** The sent part of an item, from 0 to 1. Null while this page does not send it. */
export function useUploadProgress(key: string | undefined): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (key === undefined ? null : (parts.get(key) ?? null)),
  );
}
