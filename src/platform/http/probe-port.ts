import { once } from 'node:events';
import { createServer } from 'node:net';
import type { HttpScope } from './scope.ts';

/**
 * Serves the routes of a server on another port too. A port has its own queue of new connections, of which Node accepts one in each
 * turn of the event loop (libuv since 1.45): under overload a probe would wait behind hundreds of clients. Resolves with the function
 * that accepts no more.
 */
export async function openProbePort(server: HttpScope, port: number, host: string): Promise<() => Promise<void>> {
  const probes = createServer({ noDelay: true }, (socket) => void server.server.emit('connection', socket));
  probes.listen(port, host);
  await once(probes, 'listening');
  return async () => {
    probes.close();
  };
}
