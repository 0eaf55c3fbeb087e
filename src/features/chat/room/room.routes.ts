import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { ChatDeps } from '../deps.ts';
import { listRooms } from './room.actions.ts';
import { ChatRoomList } from './room.schema.ts';

export function roomRoutes(deps: ChatDeps): Routes {
  return openToTokens('chat', (scope) => {
    scope.get(
      '/api/chat/rooms',
      {
        schema: {
          tags: ['Chat'],
          operationId: 'listChatRooms',
          summary: 'List your chat rooms',
          description:
            'Each organization and team whose membership you have accepted has a room, and so has your squad of a date: from the start of the date until the end of the next one, in the time zone of your window. The latest activity comes first.',
          response: { 200: ChatRoomList },
        },
      },
      async (request) => ({ rooms: await listRooms(deps, actorOf(request)) }),
    );
  });
}
