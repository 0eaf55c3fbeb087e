import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type ConfigurationDeps, changeConfiguration, readConfiguration } from './configuration.actions.ts';
import { ConfigurationBody, ConfigurationChange } from './configuration.schema.ts';

export function configurationRoutes(deps: ConfigurationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/encouragement-drops/config',
      {
        schema: {
          tags: ['Encouragement'],
          summary: 'Read how sending drops works',
          response: { 200: ConfigurationBody },
        },
      },
      async () => ({ config: await readConfiguration(deps) }),
    );
  };
}

const tags = ['Administration'];

export function configurationAdministrationRoutes(deps: ConfigurationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/encouragement-drops/admin/config',
      { schema: { tags, summary: 'Read how sending drops works', response: { 200: ConfigurationBody } } },
      async () => ({ config: await readConfiguration(deps) }),
    );

    scope.put(
      '/api/encouragement-drops/admin/config',
      {
        schema: {
          tags,
          summary: 'Change how sending drops works',
          description:
            'What is given changes at once, the rest stays. Send the fields alone, or within `config` as they are answered.',
          body: ConfigurationChange,
          response: { 200: ConfigurationBody },
        },
      },
      async (request) => ({ config: await changeConfiguration(deps, actorOf(request), request.body) }),
    );
  };
}
