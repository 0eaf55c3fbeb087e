import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the answer may take, in milliseconds, where that is longer than answers usually may. */
    maxDurationMs?: number;
  }
}

/**
 * Lets the answer of this request take longer than a connection is kept without a word; the next one on the connection is like
 * any other. A request that is injected has no connection.
 */
export function keepConnection({ raw: { socket } }: FastifyRequest): void {
  if ('setTimeout' in socket) socket.setTimeout(0);
}
