import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { OperationsDeps } from '../deps.ts';
import { readSetup } from './setup.actions.ts';
import { Setup } from './setup.schema.ts';

export function setupRoutes(deps: OperationsDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/setup',
      {
        schema: {
          tags: ['Operation'],
          operationId: 'getSetup',
          summary: 'Get what is set up on this server',
          description: 'The checklist of a new server: address, sign-up, mail, services, files and the last backup.',
          response: { 200: Setup },
        },
      },
      async () => readSetup(deps),
    );
  });
}
