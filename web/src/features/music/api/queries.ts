import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type MusicAccount = components['schemas']['MusicAccount'];
export type Play = components['schemas']['MusicPlay'];
export type LinkedEntry = components['schemas']['Entry'];

const PAGE_SIZE = 60;

/** The connected account; null if there is none. */
export const musicAccountQuery = queryOptions({
  queryKey: ['music', 'account'],
  queryFn: () => unwrap(api.GET('/api/music/account')),
  select: ({ account }) => account,
});

/** What was played, newest first. */
export const playsQuery = infiniteQueryOptions({
  queryKey: ['music', 'plays'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/api/music/plays', { params: { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } } }),
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  select: ({ pages }) => pages.flatMap(({ plays }) => plays),
});

/** The entries since a day, without their texts. */
export const entriesSinceQuery = (from: string) =>
  queryOptions({
    queryKey: ['journal', 'since', from],
    queryFn: () =>
      unwrap(
        api.GET('/api/journal', { params: { query: { scope: 'mine', sort: 'entry_date', fields: 'summary', from } } }),
      ),
    select: ({ entries }) => entries,
  });
