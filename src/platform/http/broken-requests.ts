import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ids } from '../ids.ts';
import { answerError, errorBody } from './error-exit.ts';

/** Answers a request whose address cannot be read, before any hook or route has seen it. */
export function answerUnreadableAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  void answerError(error, request, reply);
}

/**
 * Answers bytes that are not HTTP, headers beyond the limit and requests that take too long, with the body of all other
 * refusals, and ends the connection. Nothing of what was sent is logged: it can hold a token.
 */
export function brokenRequestAnswerer(ids: Ids): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify(errorBody(refusal, ids.next()));
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

const MALFORMED = { status: 400, code: 'request.malformed', message: 'This is not a request of HTTP.' };

/** By the code that Node gives the error. */
const REFUSALS: Record<string, { status: number; code: string; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request.timeout',
    message: 'The request did not arrive in time. Send it again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'request.headers-too-large',
    message: 'The headers are larger than the server takes. Send less, cookies for example.',
  },
};
