import type { Socket } from 'node:net';
import type { Ids } from '../ids.ts';
import { errorBody } from './error-exit.ts';

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

/** Answers what never became a request, because it was too slow, too large or no HTTP, in the body of all refusals. */
export function answerSocketError(ids: Ids): (error: SocketError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? NO_HTTP;
    const body = JSON.stringify(errorBody(refusal, ids.next()));
    socket.end(
      [
        `HTTP/1.1 ${refusal.status} ${refusal.reason}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
