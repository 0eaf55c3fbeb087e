import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type Analysis = components['schemas']['NoteAnalysis'];
export type MoodTrends = components['schemas']['MoodTrends'];

const PAGE_SIZE = 10;

/** What the assistant reads, and who gets the text. */
export const assistantQuery = queryOptions({
  queryKey: ['assistant', 'settings'],
  queryFn: () => unwrap(api.GET('/api/chat/assistant')),
});

/** What the assistant found, the newest day first. */
export const analysesQuery = infiniteQueryOptions({
  queryKey: ['assistant', 'analyses'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/api/chat/analyses', {
        params: { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  select: ({ pages }) => pages.flatMap(({ analyses }) => analyses),
});

export const moodTrendsQuery = (days: number) =>
  queryOptions({
    queryKey: ['assistant', 'trends', days],
    queryFn: () => unwrap(api.GET('/api/chat/mood-trends', { params: { query: { days } } })),
    select: ({ mood_trends }) => mood_trends,
  });
