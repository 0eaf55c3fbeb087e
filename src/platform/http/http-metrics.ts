import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import type { Metrics } from '../metrics/metrics.ts';
import { OVERLOADED } from './limits/load-shedding.ts';
import { bytesOf } from './request-log.ts';
import type { HttpScope } from './scope.ts';
import type { Load } from './server.ts';

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures the requests of the server, and those that are refused before they have a route. */
export function measureRequests(server: HttpScope, registry: Metrics, load: Pick<Load, 'onRefused'>): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, pattern of the route, and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'http_errors_total',
    help: 'Responses that were errors, by the code that clients see, such as server.overloaded and request.rate-limited.',
    labelNames: ['code'],
    registers,
  });
  const sent = new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes of the bodies of responses, as they were sent; without streams and files of unknown length.',
    registers,
  });
  const replays = new Counter({
    name: 'http_idempotent_replays_total',
    help: 'Requests that got the stored response of an earlier one with the same Idempotency-Key.',
    registers,
  });
  load.onRefused((method) => {
    duration.observe({ method, route: 'refused', status: OVERLOADED.status }, 0);
    errors.inc({ code: OVERLOADED.code });
  });
  server.addHook('onResponse', (request, reply, done) => {
    // The duration of a stream depends on the client.
    if (request.routeOptions.config.isStream !== true) {
      const route = request.routeOptions.url ?? 'unknown';
      duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      sent.inc(bytesOf(reply) ?? 0);
      if (isReplay(request, reply)) replays.inc();
    }
    if (request.problemCode !== null) errors.inc({ code: request.problemCode });
    done();
  });
}

function isReplay(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.method === 'POST' && reply.hasHeader('idempotency-replayed');
}

/** Adds the streams that have ended, by reason. Returns the function that counts them. */
export function countEndedStreams(registry: Metrics): (reason: string) => void {
  const ended = new Counter({
    name: 'event_streams_ended_total',
    help: 'Streams of events that have ended, by reason: client, access-ended, draining, expired, slow-reader.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return (reason) => ended.inc({ reason });
}
