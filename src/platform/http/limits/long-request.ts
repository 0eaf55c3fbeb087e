import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The maximum duration of the handler, if longer than the default. Its body may take as long, if it keeps arriving. */
    maxDurationMs?: number;
  }
}

const longRequests = new WeakSet<Socket>();

/** Disables the timeouts of the connection during this request. An injected request has no connection. */
export function keepConnection({ raw }: FastifyRequest): void {
  const { socket } = raw;
  if (!('setTimeout' in socket)) return;
  socket.setTimeout(0);
  longRequests.add(socket);
  raw.once('close', () => longRequests.delete(socket));
}

/** Whether a request on the connection may take longer than the request timeout. */
export function isLongRequest(socket: Socket): boolean {
  return longRequests.has(socket);
}
