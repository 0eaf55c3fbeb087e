import { unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { changesSoon } from '../webhook.rules.ts';

const PAGE_SIZE = 20;
const POLL_MS = 2_000;

/** The webhooks of the user: ten at most, so they are one page. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: () => unwrap(api.GET('/api/user/webhooks')),
  select: ({ webhooks }) => webhooks,
});

export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'settings'],
    queryFn: () => unwrap(api.GET('/api/user/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    select: ({ webhook }) => webhook,
  });

/** What was sent to a webhook, newest first. Asked again while something is about to be sent. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/user/webhooks/{webhookId}/deliveries', {
          params: { path: { webhookId }, query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => pages.flatMap(({ deliveries }) => deliveries),
    refetchInterval: ({ state }) => {
      const newest = state.data?.pages[0]?.deliveries ?? [];
      return newest.some((delivery) => changesSoon(delivery, Date.now())) ? POLL_MS : false;
    },
  });
