import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { declareErrors } from '../errors.ts';
import type { HttpScope } from './scope.ts';
import { findUnknownPaths } from './validation/unknown-fields.ts';

const strictErrors = declareErrors({
  unknownField: {
    status: 400,
    code: 'request.unknown-field',
    message:
      'The request has fields that this route does not know. Remove or rename them, or send the request without Prefer: handling=strict.',
  },
});

/** More paths than a person reads. */
const MAX_DETAILS = 100;

/**
 * Honours `Prefer: handling=strict` (RFC 7240): unknown fields of the body and unknown query parameters are rejected instead of
 * ignored. Without it nothing changes. Runs after the validation, and before the request takes a slot or an idempotency key.
 *
 * @throws {request.unknown-field}
 */
export function acceptStrictHandling(server: HttpScope): void {
  server.addHook('preHandler', async (request, reply) => {
    if (!isStrict(request.headers.prefer) || !isDescribed(request)) return;
    reply.header('preference-applied', 'handling=strict');
    const { body, querystring } = (request.routeOptions.schema ?? {}) as { body?: TSchema; querystring?: TSchema };
    const paths = [
      ...findUnknownPaths(querystring ?? NO_FIELDS, request.query, 'querystring'),
      ...findUnknownPaths(body ?? NO_FIELDS, request.body, 'body'),
    ];
    if (paths.length === 0) return;
    const message = 'Remove this field, or correct its name.';
    throw strictErrors.unknownField({
      details: paths.slice(0, MAX_DETAILS).map((path) => ({ path, message, rule: 'unknown-field' })),
    });
  });
}

/** The parts of a request that a route does not declare have no fields. */
const NO_FIELDS = { type: 'object', additionalProperties: false } as TSchema;

/** Whether the route declares what it reads. Hidden routes are those of another server. */
function isDescribed({ routeOptions: { schema } }: FastifyRequest): boolean {
  return schema?.hide !== true;
}

/** Returns whether the header requests strict handling. If a preference occurs repeatedly, the first counts. */
function isStrict(prefer: string | string[] | undefined): boolean {
  const preferences = [prefer ?? []].flat().join(',').split(',');
  const handling = preferences.map((preference) => HANDLING.exec(preference)).find((match) => match !== null);
  return (handling?.[1] ?? handling?.[2])?.toLowerCase() === 'strict';
}

const HANDLING = /^\s*handling\s*=\s*(?:"([\w-]*)"|([\w-]+))\s*(?:;|$)/i;
