import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoadedMessages, Message } from '../chat.ts';
import { withChanged } from '../loaded.rules.ts';
import { withRead } from '../unread.rules.ts';
import { messagesQuery } from './queries.ts';
import { roomsQuery } from './rooms.ts';

/** Changes of what is loaded of the chat. */
export function useChatCache() {
  const queryClient = useQueryClient();
  return useMemo(() => createChatCache(queryClient), [queryClient]);
}

function createChatCache(queryClient: QueryClient) {
  const change = (roomId: string, update: (known: LoadedMessages) => LoadedMessages) =>
    queryClient.setQueryData(messagesQuery(roomId).queryKey, (known) => known && update(known));
  return {
    change,
    changeMessage: (roomId: string, id: string, changed: Partial<Message>) =>
      change(roomId, (known) => withChanged(known, id, changed)),
    /** A response that is on its way would count the room again, so it is given up: load the rooms afterwards. */
    markRead: async (roomId: string, readUntil: string) => {
      await queryClient.cancelQueries({ queryKey: roomsQuery.queryKey });
      queryClient.setQueryData(roomsQuery.queryKey, (rooms) => rooms && withRead(rooms, roomId, readUntil));
    },
    reloadRooms: () => queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey }),
    reload: () => queryClient.invalidateQueries({ queryKey: ['chat'] }),
  };
}
