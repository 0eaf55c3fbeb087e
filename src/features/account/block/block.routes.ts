import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { AccountDeps } from '../deps.ts';
import { blockUser, listOwnBlocks, unblockUser } from './block.actions.ts';
import { BlockedUsers } from './block.schema.ts';

const tags = ['Account'];

export function blockRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/users/blocked',
      {
        schema: {
          tags,
          operationId: 'listBlockedUsers',
          summary: 'List blocked users',
          description: 'Returns the active users that you have blocked. Users cannot see who has blocked them.',
          querystring: PageQuery,
          response: { 200: BlockedUsers },
        },
      },
      async (request) => listOwnBlocks(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/users/:id/block',
      {
        config: { refusedWhileImpersonating: true, perHour: 'blocks' },
        schema: {
          tags,
          operationId: 'blockUser',
          summary: 'Block a user',
          description:
            'The two of you can no longer find or mention each other, send each other drops, or be matched in a chain or squad. The user is not notified. Blocking again changes nothing.',
          params: IdInPath,
          errors: ['block.oneself', 'block.user-not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await blockUser(deps, actorOf(request), request.params.id);
        return { message: 'The user is blocked.' };
      },
    );

    scope.delete(
      '/api/users/:id/block',
      {
        config: { refusedWhileImpersonating: true, perHour: 'blocks' },
        schema: {
          tags,
          operationId: 'unblockUser',
          summary: 'Unblock a user',
          description: 'The response is the same if the user was not blocked. A block in the other direction remains.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await unblockUser(deps, actorOf(request), request.params.id);
        return { message: 'The user is no longer blocked.' };
      },
    );
  };
}
