import type { Routes } from '../../platform/http/audience.ts';
import { sendPage } from '../../platform/http/served-page.ts';
import { smallPage } from '../../platform/http/small-page.ts';
import { FRONT_PAGE } from './front-page.rules.ts';
import { FrontPage, Icon, type ServerFacts } from './front-page.schema.ts';
import { MARK } from './mark.rules.ts';

export type FrontPageDeps = { version: string; publicUrl: string };

const tags = ['Operation'];

export function frontPageRoutes({ version, publicUrl }: FrontPageDeps): Routes {
  const page = smallPage('Meadow', FRONT_PAGE);
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
          summary: 'What this server is',
          description: 'Browsers get a page for people, other clients the facts as JSON.',
          response: { 200: FrontPage },
        },
      },
      async (request, reply) => {
        reply.header('vary', 'accept');
        return request.headers.accept?.includes('text/html') ? sendPage(reply, page) : facts;
      },
    );

    scope.get(
      '/favicon.ico',
      {
        config: { servesFiles: true },
        schema: {
          tags,
          summary: 'The icon of this server',
          produces: ['image/svg+xml'],
          response: { 200: Icon },
        },
      },
      async (_request, reply) =>
        reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(MARK),
    );
  };
}
