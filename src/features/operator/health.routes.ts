import type { Routes } from '../../platform/http/guarded-routes.ts';
import { sendPage } from '../../platform/http/served-page.ts';
import { type HealthDeps, readHealth } from './health.actions.ts';
import { Health, Page } from './health.schema.ts';
import { type HealthPageDeps, readHealthPage } from './health-page.actions.ts';

export function healthRoutes(deps: HealthDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/admin/health',
      {
        config: { isNeverShed: true },
        schema: {
          tags: ['Operation'],
          summary: 'How the service is doing',
          description:
            'The database, the migrations, the jobs, and the providers as this node has seen them. It answers within two seconds, also where the database does not: whom this node has let in within the last quarter of an hour, it lets in then with the same token. The page for people is at /admin/health.',
          response: { 200: Health },
        },
      },
      async () => readHealth(deps),
    );
  };
}

export function healthPageRoutes(deps: HealthPageDeps): Routes {
  const page = readHealthPage(deps);
  return (scope) => {
    scope.get(
      '/admin/health',
      {
        config: { isAlwaysServed: true },
        schema: {
          tags: ['Operation'],
          produces: ['text/html'],
          summary: 'The page that shows how the service is doing',
          description: 'It holds no figures: super admins sign in on it.',
          response: { 200: Page },
        },
      },
      async (_request, reply) => sendPage(reply, page),
    );
  };
}
