import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../app/session/queries.ts';
import { roomsQuery } from '../features/chat/api/rooms.ts';
import { goalsQuery } from '../features/goals/api/queries.ts';
import { todayQuery } from '../features/today/api/queries.ts';
import { wellbeingDayQuery } from '../features/wellbeing/api/queries.ts';
import { todayIn } from '../shared/days/today-in.ts';

/** Asks for what the main screens show, so that they open without a connection, also those that were not opened here. */
export async function readScreensAhead(queryClient: QueryClient): Promise<void> {
  const { profile } = await queryClient.ensureQueryData(meQuery);
  await Promise.all([
    queryClient.prefetchQuery(todayQuery),
    queryClient.prefetchInfiniteQuery(goalsQuery),
    queryClient.prefetchQuery(roomsQuery),
    queryClient.prefetchQuery(wellbeingDayQuery(todayIn(profile.preferences.timezone))),
  ]);
}
