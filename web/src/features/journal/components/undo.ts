import { useSyncExternalStore } from 'react';

/** An act that was done, and how to take it back. */
export type Undoable = { message: string; undo: () => Promise<void> };

const SHOWN_FOR_MS = 12_000;

let current: Undoable | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Offers to take an act back, for some seconds. Null ends the offer. */
export function offerUndo(undoable: Undoable | null): void {
  clearTimeout(timer);
  current = undoable;
  if (undoable !== null) timer = setTimeout(() => offerUndo(null), SHOWN_FOR_MS);
  for (const listener of listeners) listener();
}

export function useUndoable(): Undoable | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
