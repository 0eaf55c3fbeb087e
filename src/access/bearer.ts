import type { FastifyRequest } from 'fastify';

/** The token of the header `Authorization: Bearer <token>`, or null. Tokens elsewhere, such as in the URL, are ignored. */
export function bearerTokenOf(request: FastifyRequest): string | null {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null;
}
