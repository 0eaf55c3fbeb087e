import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { EncouragementDeps } from '../deps.ts';
import { changeConfiguration, readConfiguration } from './configuration.actions.ts';
import { ConfigurationBody, ConfigurationChange } from './configuration.schema.ts';

export function configurationRoutes(deps: EncouragementDeps): Routes {
  return openToTokens('drops', (scope) => {
    scope.get(
      '/api/encouragement-drops/config',
      {
        schema: {
          tags: ['Encouragement'],
          operationId: 'getDropConfiguration',
          summary: 'Get the configuration of drops',
          response: { 200: ConfigurationBody },
        },
      },
      async () => ({ config: await readConfiguration(deps) }),
    );
  });
}

const tags = ['Administration'];

export function configurationAdministrationRoutes(deps: EncouragementDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/encouragement-drops/admin/config',
      {
        schema: {
          tags,
          operationId: 'getAdminDropConfiguration',
          summary: 'Get the configuration of drops as a super admin',
          response: { 200: ConfigurationBody },
        },
      },
      async () => ({ config: await readConfiguration(deps) }),
    );

    scope.put(
      '/api/encouragement-drops/admin/config',
      {
        schema: {
          tags,
          operationId: 'updateDropConfiguration',
          summary: 'Update the configuration of drops',
          description:
            'Changes apply immediately. Omitted fields keep their values. Send the fields at the top level or within `config`, as in the response.',
          body: ConfigurationChange,
          response: { 200: ConfigurationBody },
        },
      },
      async (request) => ({ config: await changeConfiguration(deps, actorOf(request), request.body) }),
    );
  });
}
