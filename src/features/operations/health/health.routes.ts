import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { OperationsDeps } from '../deps.ts';
import { readHealth } from './health.actions.ts';
import { Health } from './health.schema.ts';

export function healthRoutes(deps: OperationsDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/health',
      {
        config: { isNeverShed: true },
        schema: {
          tags: ['Operation'],
          operationId: 'getServiceHealth',
          summary: 'Get the health of the service',
          description:
            'Returns the state of the database, migrations, jobs and providers as this node sees them. The response takes at most two seconds, even if the database is down: a super admin that this node authenticated within the last 15 minutes is accepted with the same token. Browsers show it at /admin/health.',
          response: { 200: Health },
        },
      },
      async () => readHealth(deps),
    );
  });
}
