import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type MosaicDay = components['schemas']['MosaicSummary'];

const DAYS_IN_PAGE = 14;
const RARELY_CHANGES_MS = 5 * 60_000;

/** The tiles of a date. */
export const mosaicQuery = (date: string) =>
  queryOptions({
    queryKey: ['mosaic', 'day', date],
    queryFn: async () =>
      (await unwrap(api.GET('/api/workout-window/mosaic/{date}', { params: { path: { date } } }))).mosaic,
  });

/** The days with a mosaic, the latest first. */
export const daysQuery = infiniteQueryOptions({
  queryKey: ['mosaic', 'days'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/api/mosaics', { params: { query: { limit: DAYS_IN_PAGE, ...(pageParam && { cursor: pageParam }) } } }),
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  select: ({ pages }) => pages.flatMap(({ mosaics }) => mosaics),
});

/** The users before and after this one on a date, the squad, and their check-ins with photos. */
export const chainQuery = (date: string) =>
  queryOptions({
    queryKey: ['mosaic', 'chain', date],
    queryFn: () => unwrap(api.GET('/api/workout-window/chain/{date}', { params: { path: { date } } })),
    staleTime: RARELY_CHANGES_MS,
  });

/** The check-in of a user on a date; null if there is none. */
export const checkInQuery = (date: string, userId: string) =>
  queryOptions({
    queryKey: ['mosaic', 'check-in', date, userId],
    queryFn: async () => {
      const params = { path: { date }, query: { user_id: userId } };
      const { checkins } = await unwrap(api.GET('/api/workout-window/checkins/{date}', { params }));
      return checkins[0] ?? null;
    },
  });
