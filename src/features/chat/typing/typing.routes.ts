import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { ChatDeps } from '../deps.ts';
import { signalTyping } from './typing.actions.ts';

/** One in three seconds for an hour. */
const MAX_SIGNALS_PER_HOUR = 1_200;

export function typingRoutes(deps: ChatDeps): Routes {
  return openToTokens('chat', (scope) => {
    scope.post(
      '/api/chat/rooms/:id/typing',
      {
        config: {
          requiresVerifiedAddress: true,
          refusedWhileImpersonating: true,
          quotaPerHour: MAX_SIGNALS_PER_HOUR,
        },
        schema: {
          tags: ['Chat'],
          operationId: 'signalChatTyping',
          summary: 'Send a signal that you are writing',
          description:
            'Members with an open stream receive `chat.typing`. It is not stored. Send it every three seconds at most, and take it as over after six.',
          params: IdInPath,
          errors: ['chat.room-closed', 'chat.room-not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await signalTyping(deps, actorOf(request), request.params.id);
        return { message: 'The signal is sent.' };
      },
    );
  });
}
