import type { Routes } from '../../../platform/http/guarded-routes.ts';
import { sendPage } from '../../../platform/http/html-page/html-response.ts';
import type { OperationsDeps } from '../deps.ts';
import { readHealth } from './health.actions.ts';
import { Health, Page } from './health.schema.ts';
import { readHealthPage } from './health-page.actions.ts';

export function healthRoutes(deps: OperationsDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/health',
      {
        config: { isNeverShed: true },
        schema: {
          tags: ['Operation'],
          operationId: 'getServiceHealth',
          summary: 'Get the health of the service',
          description:
            'Returns the state of the database, migrations, jobs and providers as this node sees them. The response takes at most two seconds, even if the database is down: a super admin that this node authenticated within the last 15 minutes is accepted with the same token. The HTML page is at /admin/health.',
          response: { 200: Health },
        },
      },
      async () => readHealth(deps),
    );
  };
}

export function healthPageRoutes(deps: OperationsDeps): Routes {
  const page = readHealthPage(deps);
  return (scope) => {
    scope.get(
      '/admin/health',
      {
        config: { skipLoadShedding: true },
        schema: {
          tags: ['Operation'],
          produces: ['text/html'],
          operationId: 'showHealthPage',
          summary: 'Show the health page',
          description: 'The page itself contains no data. A super admin signs in on it.',
          response: { 200: Page },
        },
      },
      async (_request, reply) => sendPage(reply, page),
    );
  };
}
