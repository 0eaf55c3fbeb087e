import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The maximum duration of the handler, if longer than the default. */
    maxDurationMs?: number;
  }
}

/** Disables the idle timeout of the connection during this request. An injected request has no connection. */
export function keepConnection({ raw: { socket } }: FastifyRequest): void {
  if ('setTimeout' in socket) socket.setTimeout(0);
}
