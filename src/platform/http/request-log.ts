import type { HttpScope } from './scope.ts';

/** Logs one line for each request. Names the route by its pattern, since a URL may contain search words. */
export function logRequests(server: HttpScope): void {
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...request.caller?.logFields,
      },
      'request',
    );
  });
}
