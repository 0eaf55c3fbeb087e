import type { AppParts } from '#access/feature.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { sendPage } from '#platform/http/html-page/html-response.ts';
import { isBrowser } from '#platform/http/web-client/web-client.ts';
import type { OperationsDeps } from '../deps.ts';
import { listScreenPaths, readFrontPage, readIcon } from './front-page.actions.ts';
import { FrontPage, Icon, type ServerFacts } from './front-page.schema.ts';

const tags = ['Operation'];

/** `/`, the paths that emails link to while there is no client, and the icon. */
export function frontPageRoutes(
  { version, publicUrl }: Pick<OperationsDeps, 'version' | 'publicUrl'>,
  { webClient }: Pick<AppParts, 'webClient'>,
): Routes {
  const page = readFrontPage();
  const facts: ServerFacts = {
    name: 'Meadow',
    version,
    docs: `${publicUrl}/docs`,
    openapi: `${publicUrl}/openapi.json`,
    health: `${publicUrl}/health`,
  };
  return (scope) => {
    scope.get(
      '/',
      {
        schema: {
          tags,
          operationId: 'getServerInfo',
          summary: 'Get server information',
          description: 'Browsers get an HTML page. Other clients get JSON.',
          response: { 200: FrontPage },
        },
      },
      async (request, reply) => {
        reply.header('vary', 'accept, sec-fetch-mode');
        if (!isBrowser(request.headers)) return facts;
        return webClient === null ? sendPage(reply, page) : webClient.sendPage(reply);
      },
    );

    for (const path of webClient === null ? listScreenPaths() : []) {
      scope.get(path, { config: { isPage: true }, schema: { hide: true } }, async (_request, reply) =>
        sendPage(reply, page),
      );
    }

    scope.get(
      '/favicon.ico',
      {
        config: { servesFiles: true },
        schema: {
          tags,
          operationId: 'getIcon',
          summary: 'Get the icon of the server',
          produces: ['image/svg+xml'],
          response: { 200: Icon },
        },
      },
      async (_request, reply) => reply.type('image/svg+xml').header('cache-control', 'no-cache').send(readIcon()),
    );
  };
}
