import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../crypto/digest.ts';
import type { HttpScope } from './scope.ts';
import { addVary } from './vary.ts';

/** The responses that no cache may store: all of them, unless a route or `revalidateReads` says otherwise. */
export const NOT_STORED = 'no-store';

/** The client may keep the response, and asks each time whether it is still current. */
const REVALIDATED = 'private, no-cache';

const VARIES_BY = ['Authorization', 'Cookie', 'Origin', 'accept-encoding'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Successful JSON responses of a GET get an `ETag`, and 304 if the client has the current one. */
    isRevalidated?: boolean;
  }
  interface FastifyReply {
    /** The digest of a body that is known already, so that it is not computed for each response. */
    bodyDigest: string | null;
  }
}

/**
 * Sends JSON of routes with `isRevalidated` with an `ETag`, the digest of its body, and 304 without a body if it is the one in
 * `If-None-Match`. The tag of a record (`tagRecord`) starts with its version. The handler runs in either case: permissions are checked and reads are recorded.
 * Secrets (`isResponseSecret`) and responses of callers with `canCache: false` stay `no-store`.
 */
export function revalidateReads(server: HttpScope): void {
  server.decorateReply('bodyDigest', null);
  server.addHook('onSend', async (request, reply, payload) => {
    // The response may be an error that happened while another one was written.
    if (reply.getHeader('cache-control') === REVALIDATED || reply.statusCode >= 400)
      reply.header('cache-control', NOT_STORED).removeHeader('etag');
    if (reply.statusCode >= 400) reply.removeHeader('content-encoding');
    if ((typeof payload !== 'string' && reply.bodyDigest === null) || !isRevalidated(request, reply)) return payload;
    // Weak, because it stands for the compressed bytes as well.
    const version = reply.getHeader('etag') as string | undefined;
    const digest = reply.bodyDigest ?? digestOf(payload as string).toString('base64url');
    const opaque = version === undefined ? `"${digest}"` : `"${version.slice(1, -1)}.${digest}"`;
    reply.header('etag', `W/${opaque}`).header('cache-control', REVALIDATED);
    addVary(reply, VARIES_BY);
    if (!isMatch(request.headers['if-none-match'], opaque)) return payload;
    reply.status(304).removeHeader('content-type').removeHeader('content-length').removeHeader('content-encoding');
    // The framework removes the body of a response to HEAD, and needs one for that.
    return request.method === 'HEAD' ? payload : null;
  });
}

function isRevalidated({ method, caller, routeOptions: { config } }: FastifyRequest, reply: FastifyReply): boolean {
  return (
    config.isRevalidated === true &&
    config.isResponseSecret !== true &&
    caller?.canCache !== false &&
    (method === 'GET' || method === 'HEAD') &&
    reply.statusCode === 200 &&
    reply.getHeader('cache-control') === NOT_STORED &&
    String(reply.getHeader('content-type')).startsWith('application/json')
  );
}

/** Whether `If-None-Match` names this entity tag, compared weakly (RFC 9110, section 13.1.2). */
export function isMatch(ifNoneMatch: string | undefined, opaque: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', opaque, `W/${opaque}`].includes(tag.trim()));
}
