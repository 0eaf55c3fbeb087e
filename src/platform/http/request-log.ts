import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import { networkOf } from './limits/rate-limit.ts';
import type { HttpScope } from './scope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file that a page loads. */
    isAsset?: true;
  }
}

const TOO_MANY_REQUESTS = 429;

/**
 * Logs one line for each request: at level `debug` for files of the web client, which come by the dozen, unless they fail. Names the route by its pattern, since a URL may contain search words. The network of a client is in
 * the lines of requests that a limit refused, where an operator needs it against abuse, and in no others.
 */
export function logRequests(server: HttpScope, logger: Logger): void {
  // None of these fields can be a secret, and to look for one took 2 % of a small request.
  const log = logger.child({}, { redact: [] });
  server.addHook('onResponse', async (request, reply) => {
    const isAsset = request.routeOptions.config.isAsset === true && reply.statusCode < 400;
    log[isAsset ? 'debug' : 'info'](
      {
        reqId: request.id,
        ...(request.trace !== null && { trace_id: request.trace.traceId }),
        ...request.span?.fields,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ...refusalOf(request, reply),
        bytes: bytesOf(reply),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...request.caller?.logFields,
      },
      'request',
    );
  });
}

function refusalOf({ problemCode, ip }: FastifyRequest, { statusCode }: FastifyReply): object {
  return {
    ...(problemCode !== null && { code: problemCode }),
    ...(statusCode === TOO_MANY_REQUESTS && { client: networkOf(ip) }),
  };
}

/** The size of the body; undefined if it was streamed. */
export function bytesOf(reply: FastifyReply): number | undefined {
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}
