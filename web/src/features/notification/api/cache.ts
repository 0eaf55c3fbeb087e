import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { meQuery } from '../../../app/session/queries.ts';
import type { Notification } from './notification.ts';
import type { InboxPage } from './queries.ts';

/** Changes of what is loaded of the inbox, and of the number that the bars show. */
export function useInboxCache() {
  const queryClient = useQueryClient();
  return useMemo(() => createInboxCache(queryClient), [queryClient]);
}

function createInboxCache(queryClient: QueryClient) {
  function changePages(change: (page: InboxPage, index: number) => InboxPage): void {
    queryClient.setQueriesData<InfiniteData<InboxPage>>(
      { queryKey: ['inbox'] },
      (data) => data && { ...data, pages: data.pages.map(change) },
    );
  }

  function changeUnread(change: (count: number) => number): void {
    queryClient.setQueryData(
      meQuery.queryKey,
      (me) => me && { ...me, unread_notifications: Math.max(0, change(me.unread_notifications)) },
    );
  }

  /** A list that was loaded after the notification was written has it already. */
  function isLoaded(id: string): boolean {
    const loaded = queryClient.getQueriesData<InfiniteData<InboxPage>>({ queryKey: ['inbox'] });
    return loaded.some(([, data]) => data?.pages.some((page) => page.notifications.some((one) => one.id === id)));
  }

  return {
    add: (notification: Notification) => {
      if (isLoaded(notification.id)) return;
      changePages((page, index) =>
        index === 0 ? { ...page, notifications: [notification, ...page.notifications] } : page,
      );
      changeUnread((count) => count + 1);
    },
    markRead: ({ id, read_at: readAt }: Notification, now: string) => {
      if (readAt !== null) return;
      changePages((page) => ({
        ...page,
        notifications: page.notifications.map((one) => (one.id === id ? { ...one, read_at: now } : one)),
      }));
      changeUnread((count) => count - 1);
    },
    markAllRead: (now: string) => {
      changePages((page) => ({
        ...page,
        notifications: page.notifications.map((one) => ({ ...one, read_at: one.read_at ?? now })),
      }));
      changeUnread(() => 0);
    },
    remove: ({ id, read_at: readAt }: Notification) => {
      changePages((page) => ({ ...page, notifications: page.notifications.filter((one) => one.id !== id) }));
      if (readAt === null) changeUnread((count) => count - 1);
    },
    reload: () => {
      void queryClient.invalidateQueries({ queryKey: ['inbox'] });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  };
}
