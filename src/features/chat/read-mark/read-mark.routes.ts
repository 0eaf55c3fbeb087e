import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { ChatDeps } from '../deps.ts';
import { markRead } from './read-mark.actions.ts';
import { NewReadMark, ReadMarkBody } from './read-mark.schema.ts';

export function readMarkRoutes(deps: ChatDeps): Routes {
  return openToTokens('chat', (scope) => {
    scope.put(
      '/api/chat/rooms/:id/read-mark',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags: ['Chat'],
          operationId: 'markChatRead',
          summary: 'Mark the messages of a room as read',
          description: 'Up to a message. The mark never goes back: the later one of two devices stays.',
          params: IdInPath,
          body: NewReadMark,
          errors: ['chat.message-not-found', 'chat.room-not-found'],
          response: { 200: ReadMarkBody },
        },
      },
      async (request) => ({
        read_mark: await markRead(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  });
}
