import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import type { Message } from '../chat.ts';
import { removal, withOlder } from '../loaded.rules.ts';
import { useChatCache } from './cache.ts';
import { loadPage } from './queries.ts';

const pathOf = ({ room_id, id }: Message) => ({ path: { id: room_id, messageId: id } });

export function useEditMessage() {
  const cache = useChatCache();
  return useMutation({
    mutationFn: ({ message, content }: { message: Message; content: string }) =>
      unwrap(api.PATCH('/api/chat/rooms/{id}/messages/{messageId}', { params: pathOf(message), body: { content } })),
    onSuccess: ({ message }) => cache.changeMessage(message.room_id, message.id, message),
    onError: cache.reload,
  });
}

export function useRemoveMessage() {
  const cache = useChatCache();
  return useMutation({
    mutationFn: (message: Message) =>
      unwrap(api.DELETE('/api/chat/rooms/{id}/messages/{messageId}', { params: pathOf(message) })),
    onSuccess: (_response, { room_id, id }) => cache.changeMessage(room_id, id, removal(new Date().toISOString())),
    // The excerpt of the room.
    onSettled: cache.reload,
  });
}

export function useReportMessage() {
  return useMutation({
    mutationFn: ({ message, reason }: { message: Message; reason: string }) =>
      unwrap(
        api.POST('/api/reports', { body: { subject_type: 'chat_message' as const, subject_id: message.id, reason } }),
      ),
  });
}

/** Loads the page before the oldest loaded message. */
export function useLoadOlder(roomId: string) {
  const cache = useChatCache();
  return useMutation({
    mutationFn: (cursor: string) => loadPage(roomId, cursor),
    onSuccess: (page, cursor) => cache.change(roomId, (known) => withOlder(known, page, cursor)),
  });
}

/** Shown at once. */
export function useMarkRead() {
  const cache = useChatCache();
  return useMutation({
    mutationFn: ({ room_id, id }: Message) =>
      unwrap(
        api.PUT('/api/chat/rooms/{id}/read-mark', {
          params: { path: { id: room_id } },
          body: { message_id: id },
          keepalive: true,
        }),
      ),
    onMutate: ({ room_id, created_at }) => cache.markRead(room_id, created_at),
    onSettled: cache.reloadRooms,
  });
}
