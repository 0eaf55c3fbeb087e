import type { OpenSpan, Tracing } from '../tracing/tracing.ts';
import type { HttpScope } from './scope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not traced. */
    span: OpenSpan | null;
  }
}

/**
 * Adds a span for each request, with the pattern of its route. It continues the trace of a trusted proxy. Streams and what is for operators are left out.
 * Call it before routes are registered: their guards and handlers run within the span.
 */
export function traceRequests(server: HttpScope, tracing: Tracing): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions;
    if (config.isStream || config.skipLoadShedding || config.isNeverShed) return done();
    const route = request.routeOptions.url ?? 'unknown';
    request.span = tracing.begin({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'meadow.request_id': request.id },
      parent: request.trace,
    });
    request.span.within(done);
  });
  // What reads the body continues in the context of the socket.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.within(done);
  });
  server.addHook('onResponse', (request, { statusCode }, done) => {
    request.span?.end({
      attributes: { 'http.response.status_code': statusCode },
      failure: statusCode >= 500 ? (request.problemCode ?? String(statusCode)) : null,
    });
    done();
  });
}
