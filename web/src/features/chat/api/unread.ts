import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../../../app/session/queries.ts';
import { unreadIn } from '../unread.rules.ts';
import { roomsQuery } from './rooms.ts';

/** The number of unread messages: of the rooms if they were loaded or read last, else as it came with the user. */
export function useUnreadMessages(): number {
  const me = useSuspenseQuery(meQuery);
  const rooms = useQuery({ ...roomsQuery, enabled: false });
  return rooms.data !== undefined && rooms.dataUpdatedAt > me.dataUpdatedAt
    ? unreadIn(rooms.data)
    : me.data.unread_messages;
}
