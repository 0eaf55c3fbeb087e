import type { HttpScope } from './scope.ts';

/**
 * One line for each request: what was asked by the pattern of its route (an address can hold words that somebody searched
 * for), how it ended, how long it took, for whom, and who acted in their place.
 */
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
