import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import Type, { type TObject } from 'typebox';
import type { Routes } from '../guarded-routes.ts';
import type { HttpScope } from '../scope.ts';
import { type CommonErrors, errorCodesOf, nameComponents } from './openapi-document.ts';
import type { ExampleValues } from './openapi-examples.ts';
import { type ReferencePage, serveReference } from './reference-page.ts';

export type ApiDescription = ReferencePage & {
  description: string;
  /** The tags of operations, in the order in which a client needs them. */
  tags: readonly { name: string; description: string }[];
  errors: CommonErrors;
  /** Values of examples, by name of a property. */
  examples: ExampleValues;
};

/** Describes every route that is registered after this call: OpenAPI 3.1 at /openapi.json, a page for people at /docs. */
export function describeApi(server: HttpScope, api: ApiDescription, version: string): void {
  server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: api.title,
        description: api.description,
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [...api.tags],
      security: [{ accessToken: [] }, { sessionCookie: [] }],
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token of the identity provider.',
          },
          personalToken: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A personal access token of POST /api/user/tokens. An operation that lists it needs its scopes, all of them. Any other operation rejects it.',
          },
          session: { type: 'http', scheme: 'bearer', description: 'The session that sign-up or sign-in returns.' },
          sessionCookie: {
            type: 'apiKey',
            in: 'cookie',
            name: 'better-auth.session_token',
            description:
              'The cookie that sign-up and sign-in set. Only pages of this server may use it. Over TLS its name begins with `__Secure-`.',
          },
          cronSecret: {
            type: 'apiKey',
            in: 'header',
            name: 'x-cron-secret',
            description: 'The cron secret of the job.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const described = describeOperation(schema, route, api.errors);
      return url.endsWith('/*') ? withNamedRest(described, url) : { schema: described, url };
    },
    transformObject: (document) =>
      'openapiObject' in document ? nameComponents(document.openapiObject, api.errors, api.examples) : {},
  });
  serveReference(server, api);
}

/** What the document says of a route: its name, its errors by code in place of their classes, and its responses. */
function describeOperation(schema: FastifySchema, { config }: RouteOptions, errors: CommonErrors): FastifySchema {
  const { errors: _, response, ...described } = schema ?? {};
  const successes = Object.entries((response ?? {}) as Record<string, unknown>).filter(([status]) =>
    /^[23]/.test(status),
  );
  const name = config?.job;
  return {
    ...(name !== undefined && {
      operationId: `run-${name}`.replaceAll(/[-.](\w)/g, (_, letter) => letter.toUpperCase()),
    }),
    ...described,
    response: Object.fromEntries(successes),
    'x-error-codes': errorCodesOf({ ...(config && { config }), schema }, errors),
  } as FastifySchema;
}

/** A description has no asterisks: what stands in the place of one is called `path`. */
function withNamedRest(schema: FastifySchema & { hide?: boolean }, url: string) {
  const { '*': rest, ...others } = (schema.params as Partial<TObject> | undefined)?.properties ?? {};
  const params = Type.Object({ ...others, path: rest ?? Type.String() });
  return { schema: { ...schema, params }, url: url.replace(/\*$/, ':path') };
}

const ApiDocument = Type.Object({ openapi: Type.String() }, { title: 'ApiDocument', additionalProperties: true });

/** Serves the description itself. */
export const descriptionRoutes: Routes = (scope) => {
  scope.get(
    '/openapi.json',
    {
      config: { isRevalidated: true },
      schema: {
        tags: ['Operation'],
        operationId: 'getApiDescription',
        summary: 'Get the API description',
        description: 'The format is OpenAPI 3.1. The same description is readable as a page at /docs.',
        response: { 200: ApiDocument },
      },
    },
    async () => scope.swagger() as { openapi: string },
  );
};
