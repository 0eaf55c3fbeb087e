import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { ChatDeps } from '../deps.ts';
import { editMessage, listMessages, removeMessage, sendMessage } from './message.actions.ts';
import {
  ChatMessageBody,
  ChatMessageList,
  MessageInPath,
  MessageQuery,
  MessageText,
  NewMessage,
} from './message.schema.ts';

const tags = ['Chat'];

export function messageRoutes(deps: ChatDeps): Routes {
  return openToTokens('chat', (scope) => {
    scope.get(
      '/api/chat/rooms/:id/messages',
      {
        schema: {
          tags,
          operationId: 'listChatMessages',
          summary: 'List the messages of a room',
          description:
            'Newest first. Messages of users in a block with you are left out. A removed message stays in the list, without its text, and is not found by `q`.',
          params: IdInPath,
          querystring: MessageQuery,
          errors: ['chat.room-not-found'],
          response: { 200: ChatMessageList },
        },
      },
      async (request) => listMessages(deps, actorOf(request), request.params.id, request.query),
    );

    scope.post(
      '/api/chat/rooms/:id/messages',
      {
        config: { requiresVerifiedAddress: true, refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'sendChatMessage',
          summary: 'Send a message to a room',
          description: 'You can send 30 messages a minute to all of your rooms together.',
          params: IdInPath,
          body: NewMessage,
          errors: ['chat.minute-limit', 'chat.room-closed', 'chat.room-not-found', 'record.id-taken'],
          response: { 201: ChatMessageBody },
        },
      },
      async (request, reply) => {
        const message = await sendMessage(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ message });
      },
    );

    scope.patch(
      '/api/chat/rooms/:id/messages/:messageId',
      {
        config: { requiresVerifiedAddress: true, refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'editChatMessage',
          summary: 'Change your message',
          description: 'Within 15 minutes. Members who are newly mentioned are notified.',
          params: MessageInPath,
          body: MessageText,
          errors: ['chat.edit-too-late', 'chat.message-not-found', 'chat.not-sender', 'chat.room-not-found'],
          response: { 200: ChatMessageBody },
        },
      },
      async (request) => ({ message: await editMessage(deps, actorOf(request), request.params, request.body) }),
    );

    scope.delete(
      '/api/chat/rooms/:id/messages/:messageId',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'removeChatMessage',
          summary: 'Remove a message',
          description:
            'You can remove your own messages at any time, also after leaving the room. Admins of a team and the owner and admins of an organization remove messages of others; super admins do in all rooms, which is written to the audit log. The text is erased.',
          params: MessageInPath,
          errors: ['chat.message-not-found', 'chat.not-removable', 'chat.room-not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeMessage(deps, actorOf(request), request.params);
        return { message: 'The message is removed.' };
      },
    );
  });
}
