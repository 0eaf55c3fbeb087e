import { MeadowError } from '@meadow/client';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { connectionState, onConnectionChange } from './connection/connection.ts';
import { fetchAndCache } from './local/persister.ts';

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;

/** A cache of what the server returned. Each signed-in user gets a new one, so that no user sees the records of another. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => onConnectionChange(() => setOnline(connectionState().isOnline)));
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // A response is final; a lost connection is not.
        retry: (failures, error) =>
          failures < MAX_RETRIES && !(error instanceof MeadowError) && connectionState().isOnline,
        // Offline a query fails or reads what is cached. It would wait for ever otherwise.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: fetchAndCache as never,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
