import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type BattleWeek = components['schemas']['BattleWeek'];
export type Battle = components['schemas']['Battle'];
export type BattleResult = components['schemas']['BattleResult'];

const PAGE_SIZE = 10;

/** The battle of a week, which is named by its Monday. Live events refresh it. */
export const battleQuery = (week: string) =>
  queryOptions({
    queryKey: ['battle', week],
    queryFn: () =>
      unwrap(api.GET('/api/workout-window/battle/week/{weekStartDate}', { params: { path: { weekStartDate: week } } })),
    refetchOnWindowFocus: 'always',
  });

/** The battles that were fought, latest weeks first. Their key is another: they do not change with each check-in. */
export const pastBattlesQuery = infiniteQueryOptions({
  queryKey: ['battles'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/api/workout-window/battle/history', {
        params: { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  select: ({ pages }) => ({ battles: pages.flatMap(({ battles }) => battles), stats: pages[0]?.userStats }),
});
