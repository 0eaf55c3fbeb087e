import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../app/session/queries.ts';
import { keepPushLater } from '../app/worker/push-later.ts';
import { roomsQuery } from '../features/chat/api/rooms.ts';
import { goalsQuery } from '../features/goal/api/queries.ts';
import { readAheadLater } from '../features/journal/api/read-ahead.ts';
import { todayQuery } from '../features/today/api/queries.ts';
import { wellbeingDayQuery } from '../features/wellbeing/api/queries.ts';
import { journalDayIn } from '../shared/days/today-in.ts';

/** What a start does once the first screen is there: reads ahead, and keeps push. */
export function afterStart(queryClient: QueryClient, userId: string): void {
  readAheadLater(userId, () => readScreensAhead(queryClient));
  keepPushLater();
}

/** Asks for what the main screens show, so that they open without a connection, also those that were not opened here. */
async function readScreensAhead(queryClient: QueryClient): Promise<void> {
  const { time_zone: clock } = await queryClient.ensureQueryData(meQuery);
  await Promise.all([
    queryClient.prefetchQuery(todayQuery),
    queryClient.prefetchInfiniteQuery(goalsQuery),
    queryClient.prefetchQuery(roomsQuery),
    queryClient.prefetchQuery(wellbeingDayQuery(journalDayIn(clock ?? undefined))),
  ]);
}
