import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import { type BlockDeps, blockPerson, listOwnBlocks, unblockPerson } from './block.actions.ts';
import { BlockedPeople } from './block.schema.ts';

const tags = ['Account'];

export function blockRoutes(deps: BlockDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/users/blocked',
      {
        schema: {
          tags,
          summary: 'List whom you have blocked',
          description: 'Active people alone. Nobody sees who has blocked them.',
          querystring: PageQuery,
          response: { 200: BlockedPeople },
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
          summary: 'Block a person',
          description:
            'From then on neither of you finds the other, sends the other drops, mentions the other, or is matched with the other in a chain or squad. They are not told. Doing it again changes nothing.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await blockPerson(deps, actorOf(request), request.params.id);
        return { message: 'You and this person are kept apart.' };
      },
    );

    scope.delete(
      '/api/users/:id/block',
      {
        config: { refusedWhileImpersonating: true, perHour: 'blocks' },
        schema: {
          tags,
          summary: 'Block a person no longer',
          description: 'The answer is the same where they were not blocked. A block of theirs stays.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await unblockPerson(deps, actorOf(request), request.params.id);
        return { message: 'You do not block this person any more.' };
      },
    );
  };
}
