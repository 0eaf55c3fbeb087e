import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { JournalDeps } from '../deps.ts';
import { listTrash, purgeFromTrash, restoreFromTrash } from './trash.actions.ts';
import { RestoredRecord, TrashList } from './trash.schema.ts';

const tags = ['Journal'];

export function trashRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.get(
      '/api/trash',
      {
        schema: {
          tags,
          operationId: 'listTrash',
          summary: 'List your deleted entries and notebooks',
          description: 'They can be restored for 30 days. Last deleted first.',
          querystring: PageQuery,
          response: { 200: TrashList },
        },
      },
      async (request) => listTrash(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/trash/:id/restore',
      {
        schema: {
          tags,
          operationId: 'restoreFromTrash',
          summary: 'Restore an entry or a notebook',
          description:
            'Restores an entry or a notebook as a new version. Its sharing with groups that you have left ends. A notebook comes back without its entries.',
          params: IdInPath,
          errors: ['journal.not-in-trash', 'record.id-taken'],
          response: { 200: RestoredRecord },
        },
      },
      async (request) => restoreFromTrash(deps, actorOf(request), request.params.id),
    );

    scope.delete(
      '/api/trash/:id',
      {
        schema: {
          tags,
          operationId: 'purgeFromTrash',
          summary: 'Delete an entry or a notebook for good',
          params: IdInPath,
          errors: ['journal.not-in-trash'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await purgeFromTrash(deps, actorOf(request), request.params.id);
        return { message: 'The record is deleted for good.' };
      },
    );
  });
}
