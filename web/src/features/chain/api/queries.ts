import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { startOfWeek } from '../../../shared/days/week.rules.ts';
import { lastOfMonth, monthBefore } from '../days.rules.ts';

export type OwnDays = components['schemas']['OwnWorkoutDays'];

const daysBetween = (from: string, to: string) =>
  unwrap(api.GET('/api/workout-window/my-checkins', { params: { query: { from, to } } }));

/** The days of the user's week, up to today. `firstWeekday` is 0 for Monday. */
export const weekQuery = (today: string, firstWeekday: number) =>
  queryOptions({
    queryKey: ['workout-window', 'week', today, firstWeekday],
    queryFn: () => daysBetween(startOfWeek(today, firstWeekday), today),
  });

/** The days of a month, then of the months before, back to that of `since`. */
export const historyQuery = (today: string, since: string) =>
  infiniteQueryOptions({
    queryKey: ['workout-window', 'history', today, since],
    initialPageParam: today.slice(0, 7),
    queryFn: async ({ pageParam: month }) => {
      const last = lastOfMonth(month);
      return { month, ...(await daysBetween(`${month}-01`, last < today ? last : today)) };
    },
    getNextPageParam: ({ month }) => (month > since.slice(0, 7) ? monthBefore(month) : undefined),
  });
