import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HttpScope } from '#platform/http/scope.ts';

export type RawResponse = { status: number; headers: Map<string, string>; text: string };

/** Opens a port for the server on loopback, and returns it. The caller closes the server. */
export async function listenOnLoopback(server: HttpScope): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

/** A connection that the test writes to as it likes. It is gone after the test. */
export async function openSocket(port: number, options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  // What the server does to the connection is the outcome of a test, not a failure of it.
  socket.on('error', () => undefined);
  return socket;
}

/** Everything that comes until the connection ends. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends the bytes as they are, and reads the one answer that comes before the connection ends. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawResponse> {
  const socket = await openSocket(port);
  socket.write(bytes);
  return parseResponse(await readToEnd(socket));
}

/** The first answer of a text. */
export function parseResponse(received: string): RawResponse {
  const [head = '', text = ''] = received.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), text };
}
