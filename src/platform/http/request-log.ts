import type { Logger } from '../log.ts';
import type { HttpScope } from './scope.ts';

/** Logs one line for each request. Names the route by its pattern, since a URL may contain search words. */
export function logRequests(server: HttpScope, logger: Logger): void {
  // None of these fields can be a secret, and to look for one took 2 % of a small request.
  const log = logger.child({}, { redact: [] });
  server.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.problemCode !== null && { code: request.problemCode }),
        ...request.caller?.logFields,
      },
      'request',
    );
  });
}
