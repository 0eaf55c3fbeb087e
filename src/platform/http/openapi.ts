import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { HttpScope } from './server.ts';

export type ApiDescription = {
  title: string;
  description: string;
  version: string;
  /** The address of the server as clients see it. */
  url: string;
  /** The chapters of the page, in reading order. */
  chapters: readonly { name: string; description: string }[];
};

/** Describes every route that is registered after this call: OpenAPI 3.1 at /openapi.json, a page for people at /docs. */
export function describeApi(server: HttpScope, api: ApiDescription): void {
  server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: api.title, description: api.description, version: api.version, license: { name: 'Apache-2.0' } },
      servers: [{ url: api.url }],
      tags: [...api.chapters],
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token of the identity provider.',
          },
          cronSecret: { type: 'apiKey', in: 'header', name: 'x-cron-secret', description: 'The secret of the job.' },
        },
      },
    },
  });
  server.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { persistAuthorization: true, displayRequestDuration: true, docExpansion: 'list', deepLinking: true },
    theme: { title: api.title },
    // The page needs its own scripts and styles, which the policy of the interface forbids.
    staticCSP: true,
  });
}
