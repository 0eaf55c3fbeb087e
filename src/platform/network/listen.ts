import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf } from '../errors.ts';

/** Port 0 means any free port. `urlHost` is the host in the returned URL; default `host`. */
export type ListenOptions = { port?: number; host?: string; urlHost?: string | undefined };

/** Rejects as `listen` does if this port cannot be listened on, so that a start fails before it creates anything. */
export async function requireFreePort({ port, host }: { port: number; host: string }): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Listens on the port, or on any free port if it is taken. Returns the origin. */
export async function listenAt(
  server: Server,
  { port = 0, host = '127.0.0.1', urlHost = host }: ListenOptions,
): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    server.listen(0, host);
    await once(server, 'listening');
  }
  return `http://${urlHost}:${(server.address() as AddressInfo).port}`;
}
