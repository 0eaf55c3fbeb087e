import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ids } from '../ids.ts';
import { errorBody, errorHandler } from './error-handler.ts';
import { isLongRequest } from './limits/long-request.ts';

type SocketError = Error & { code?: string };

const REFUSALS: Record<string, { status: number; reason: string; code: string; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    code: 'request.too-slow',
    message: 'The request did not arrive in time. Send it again over a faster connection.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    code: 'request.headers-too-large',
    message: 'The headers of the request are too large. Send fewer or shorter ones.',
  },
};

const NO_HTTP = {
  status: 400,
  reason: 'Bad Request',
  code: 'request.malformed',
  message: 'This is not a request that HTTP allows. Check what your client sends.',
};

/** Headers of responses that pass no hooks. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** How long a client has to read the response and disconnect. */
const HANG_UP_MS = 1_000;

/** Responds to a request with an invalid URL, before any hook or route. */
export function handleUnreadableAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void errorHandler(error, request, reply.headers({ ...SAFE_HEADERS, 'x-request-id': request.id }));
}

/**
 * Responds to what never became a request (too slow, too large, not HTTP) with a problem body. Logs nothing that was sent,
 * since it may contain a token. Call `noteRequest` for every request, or `noteResponse` once its response is written as a whole: a
 * response in the middle of another would be read as part of it.
 */
export function createSocketErrors(ids: Ids) {
  /** Bytes written to a connection at the end of its last response. */
  const writtenInResponses = new WeakMap<Socket, number>();

  function noteResponse(socket: Socket): void {
    writtenInResponses.set(socket, socket.bytesWritten);
  }

  function noteRequest({ socket }: IncomingMessage, response: ServerResponse): void {
    response.once('finish', () => noteResponse(socket));
  }

  function handle(error: SocketError, socket: Socket): void {
    // Node has one request timeout for all routes. A long body is watched by its pace.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isLongRequest(socket)) return;
    respond(error, socket);
  }

  function respond(error: SocketError, socket: Socket): void {
    const isResponding = socket.bytesWritten > (writtenInResponses.get(socket) ?? 0);
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) {
      socket.destroy();
      return;
    }
    socket.end(responseText(REFUSALS[error.code ?? ''] ?? NO_HTTP, ids.next()));
    // Otherwise a client that does not disconnect would keep the connection forever.
    setTimeout(() => socket.destroy(), HANG_UP_MS).unref();
  }

  /** Responds to a client whose request is too slow, like the request timeout of Node. */
  function refuseSlow(socket: Socket): void {
    respond(Object.assign(new Error('The request is too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }

  return { noteRequest, noteResponse, handle, refuseSlow };
}

function responseText(refusal: typeof NO_HTTP, id: string): string {
  const body = JSON.stringify(errorBody(refusal, id));
  const headers = {
    ...SAFE_HEADERS,
    'x-request-id': id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${refusal.status} ${refusal.reason}`, ...lines, '', body].join('\r\n');
}
