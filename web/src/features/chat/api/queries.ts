import { unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import type { LoadedMessages } from '../chat.ts';
import { withNewest } from '../loaded.rules.ts';

const PAGE_SIZE = 50;

/** The loaded messages of a room. Each refresh asks for the newest page only, however far the user has scrolled. */
export const messagesQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['chat', 'messages', roomId],
    queryFn: async ({ client, queryKey }) => {
      const page = await loadPage(roomId);
      return withNewest(client.getQueryData<LoadedMessages>(queryKey), page);
    },
  });

/** A page of messages, newest first: the newest, or those that continue at a cursor. */
export function loadPage(roomId: string, cursor?: string): Promise<LoadedMessages> {
  const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
  return unwrap(api.GET('/api/chat/rooms/{id}/messages', { params: { path: { id: roomId }, query } }));
}
