import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

const PAGE_SIZE = 30;

/** The notifications of the user, newest first: all, or the unread ones. */
export const inboxQuery = (onlyUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['inbox', { onlyUnread }],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/notifications', {
          params: {
            query: { limit: PAGE_SIZE, ...(onlyUnread && { unread: true }), ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });

/** One of the newest notifications, once it is known to exist. */
export async function loadNotification(id: string) {
  const { notifications } = await unwrap(api.GET('/api/notifications', { params: { query: { limit: PAGE_SIZE } } }));
  return notifications.find((notification) => notification.id === id);
}

export type InboxPage = components['schemas']['NotificationPage'];
