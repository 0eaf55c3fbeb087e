import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { useInboxCache } from './cache.ts';
import type { Notification } from './notification.ts';

/** Shown at once. If the server refuses it, the inbox is loaded again. */
export function useMarkRead() {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: ({ id }: Notification) =>
      unwrap(api.POST('/api/notifications/{id}/read', { params: { path: { id } }, keepalive: true })),
    onMutate: (notification) => cache.markRead(notification, new Date().toISOString()),
    onError: cache.reload,
  });
}

export function useMarkAllRead() {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/notifications/read-all')),
    onMutate: () => cache.markAllRead(new Date().toISOString()),
    // The list of unread ones may have been loaded meanwhile.
    onSettled: cache.reload,
  });
}
