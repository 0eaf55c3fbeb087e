import { unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** The rooms of the user, the latest activity first. */
export const roomsQuery = queryOptions({
  queryKey: ['chat', 'rooms'],
  queryFn: async () => (await unwrap(api.GET('/api/chat/rooms'))).rooms,
});

/** How many messages of all rooms are unread. */
