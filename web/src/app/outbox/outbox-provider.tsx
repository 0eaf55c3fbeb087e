import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { connectionState, onConnectionChange } from '../connection/connection.ts';
import type { OnSent, Outbox } from './outbox.ts';

const OutboxContext = createContext<Outbox | null>(null);

/** Sends the writes of the user: at start, when the server can be reached again, after a sign-in, and when the page is seen again. */
export function OutboxProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const outbox = useMemo(
    () =>
      createLazyOutbox(userId, ({ path, method, record, body, file }, response) => {
        // The screen that sent a file shows what the server made of it.
        if (file !== undefined) queryClient.setQueryData(['sent', record], { body, response });
        void queryClient.invalidateQueries({ queryKey: [path.split('/')[2]] });
        // It shows the latest records.
        void queryClient.invalidateQueries({ queryKey: ['today'] });
        if (method === 'POST') void keepStorage();
      }),
    [userId, queryClient],
  );
  useEffect(() => {
    // Its code may not have loaded. The next occasion tries again.
    const flush = () => void outbox.flush().catch(() => undefined);
    const flushIfSeen = () => document.visibilityState === 'visible' && flush();
    const flushIfReachable = () => connectionState().isOnline && flush();
    flush();
    document.addEventListener('visibilitychange', flushIfSeen);
    const stopWatching = onConnectionChange(flushIfReachable);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', flushIfSeen);
    };
  }, [outbox]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (outbox === null) throw new Error('The outbox belongs to the screens of a signed-in user.');
  return outbox;
}

/** The outbox, loaded after the first paint: its database is no part of the first load. */
function createLazyOutbox(userId: string, onSent: OnSent): Outbox {
  let loading: Promise<Outbox> | null = null;
  const load = () => {
    loading ??= import('./outbox.ts').then(
      ({ createOutbox }) => createOutbox(userId, onSent),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    queue: async (write, options) => (await load()).queue(write, options),
    flush: async () => (await load()).flush(),
    retry: async (key) => (await load()).retry(key),
    discard: async (key) => (await load()).discard(key),
    cancel: async (key) => (await load()).cancel(key),
    resolveConflict: async (record, write) => (await load()).resolveConflict(record, write),
  };
}

/** Asks the browser not to evict what this device keeps, once there is something of the user's own. */
async function keepStorage(): Promise<void> {
  // Missing on pages over plain http.
  if (!('storage' in navigator) || (await navigator.storage.persisted())) return;
  await navigator.storage.persist();
}
