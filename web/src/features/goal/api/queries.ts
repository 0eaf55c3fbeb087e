import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type Goal = components['schemas']['Goal'];
export type GoalCheckIn = components['schemas']['GoalCheckIn'];
export type CheckInStatus = GoalCheckIn['status'];

const PAGE_SIZE = 100;
/** About two months of a few goals: the dots of the list. */
const RECENT_CHECK_INS = 200;

/** Own goals, newest first. */
export const goalsQuery = infiniteQueryOptions({
  queryKey: ['goals', 'list'],
  queryFn: ({ pageParam }) =>
    unwrap(api.GET('/api/goals', { params: { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  select: ({ pages }) => pages.flatMap(({ goals }) => goals),
});

/** The newest check-ins of all goals. */
export const recentCheckInsQuery = queryOptions({
  queryKey: ['goals', 'recent'],
  queryFn: () => unwrap(api.GET('/api/goals/check-ins', { params: { query: { limit: RECENT_CHECK_INS } } })),
  select: ({ check_ins }) => check_ins,
});

/** A goal with its newest check-ins, at most 500. */
export const goalQuery = (id: string) =>
  queryOptions({
    queryKey: ['goals', 'goal', id],
    queryFn: () => unwrap(api.GET('/api/goals/{id}', { params: { path: { id } } })),
    select: ({ goal }) => goal,
  });
