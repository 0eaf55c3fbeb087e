import { unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** How many users of a date are in the mosaic, and how many of them have checked in. */
export const mosaicCountsQuery = (date: string) =>
  queryOptions({
    queryKey: ['mosaic', 'counts', date],
    queryFn: () => unwrap(api.GET('/api/workout-window/team-stats/{date}', { params: { path: { date } } })),
    select: ({ redTeam, blueTeam }) => ({
      completed: redTeam.completed + blueTeam.completed,
      total: redTeam.totalMembers + blueTeam.totalMembers,
    }),
  });
