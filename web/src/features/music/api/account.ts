import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Asks for the page that connects an account, and goes there. It leads back to the music screen. */
export function useConnectMusic() {
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/music/connect')),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** Fetches what was played since the last time. */
export function useSyncMusic() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/music/sync')),
    // The account also after a failure: the music service may have revoked the consent.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['music'] }),
        queryClient.invalidateQueries({ queryKey: ['journal'] }),
      ]),
  });
}

export function useDisconnectMusic() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/music/account')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['music'] }),
  });
}
