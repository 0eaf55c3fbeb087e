import type { Routes } from '#platform/http/guarded-routes.ts';
import type { OperationsDeps } from '../deps.ts';
import { readInstance } from './instance.actions.ts';
import { Instance } from './instance.schema.ts';

const MAX_AGE_SECONDS = 5 * 60;

export function instanceRoutes(deps: OperationsDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/config',
      {
        schema: {
          tags: ['Operation'],
          operationId: 'getConfig',
          summary: 'Get the configuration of this server for clients',
          description: 'Returns what is switched on, how users sign in, and limits. It can be cached for five minutes.',
          response: { 200: Instance },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
        return readInstance(deps);
      },
    );
  };
}
