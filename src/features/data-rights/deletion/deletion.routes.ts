import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { DataRightsDeps } from '../deps.ts';
import { requestDeletion, restoreAccount } from './deletion.actions.ts';
import { AccountDeletion, DeletionRequest, RestoredAccount } from './deletion.schema.ts';

const tags = ['Account'];

/** An account of many years is erased at once in less. */
const MAX_ERASURE_MS = 10 * 60 * 1_000;

export function deletionRoutes(deps: DataRightsDeps): Routes {
  return (scope) => {
    scope.delete(
      '/api/user/account',
      {
        config: { requiresFreshSession: true, refusedWhileImpersonating: true, maxDurationMs: MAX_ERASURE_MS },
        schema: {
          tags,
          operationId: 'deleteAccount',
          summary: 'Delete your account',
          description:
            'Hides you from all users at once, and erases your account after seven days or, if you ask for it, immediately. Until then each other route returns 403 `account.deletion-pending`, with `erase_at` in `current`.',
          body: DeletionRequest,
          errors: ['account.last-super-admin', 'account.no-deletion-pending'],
          response: { 200: AccountDeletion },
        },
      },
      async (request) => requestDeletion(deps, actorOf(request), request.body),
    );

    scope.post(
      '/api/user/account/restore',
      {
        config: { refusedWhileImpersonating: true, admitsPendingDeletion: true },
        schema: {
          tags,
          operationId: 'restoreAccount',
          summary: 'Restore your account',
          description: 'Takes back the deletion of your account within seven days. Everything is as it was.',
          errors: ['account.no-deletion-pending'],
          response: { 200: RestoredAccount },
        },
      },
      async (request) => restoreAccount(deps, actorOf(request)),
    );
  };
}
