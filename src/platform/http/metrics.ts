import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { HttpScope } from './server.ts';

/** Measures every request of the server, and the process, and returns where the figures can be read. */
export function measureRequests(server: HttpScope): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, pattern of the route, and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    // How long somebody listened says nothing about us.
    if (request.routeOptions.config.staysOpen === true) return;
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return registry;
}
