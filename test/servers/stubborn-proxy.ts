import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { whenOver } from '../when-over.ts';

export type StubbornProxy = {
  /** The connection string of the database through the proxy. */
  url: string;
  /** Drops all data from now on, like a network that loses packets. Connections stay open. */
  swallow(): void;
  /**
   * Stops to read from the open connections, like a host that crashed. New connections work. With a purpose, only the connections
   * opened for it hang.
   */
  hang(purpose?: string): void;
  /** Delays what the database sends over connections for this purpose. 0 ends the delay. */
  slowDown(purpose: string, delayMs: number): void;
  /** Forwards data again, and closes all connections, since some have lost data. */
  pass(): void;
};

/** Starts a TCP proxy between the service and its database. It stops after the last test of the file. */
export async function startStubbornProxy(databaseUrl: string): Promise<StubbornProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  /** The first data of each connection, which contain its purpose. */
  const greetings = new Map<Socket, string>();
  let isSwallowing = false;
  let slow = { purpose: '', delayMs: 0 };
  const forward = (from: Socket, to: Socket, isFromDatabase: boolean) => {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (isSwallowing) return;
      if (!isFromDatabase && !greetings.has(from)) greetings.set(from, chunk.toString('latin1'));
      const isSlow = isFromDatabase && slow.delayMs > 0 && isFor(to, slow.purpose);
      if (isSlow) setTimeout(() => to.write(chunk), slow.delayMs);
      else to.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      greetings.delete(from);
      to.destroy();
    });
  };
  const isFor = (client: Socket, purpose: string) => greetings.get(client)?.includes(purpose) ?? false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    forward(client, database, false);
    forward(database, client, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  whenOver(() => {
    server.close();
    dropAll();
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow: () => {
      isSwallowing = true;
    },
    hang: (purpose) => {
      for (const socket of sockets) if (purpose === undefined || isFor(socket, purpose)) socket.pause();
    },
    slowDown: (purpose, delayMs) => {
      slow = { purpose, delayMs };
    },
    pass: () => {
      isSwallowing = false;
      dropAll();
    },
  };
}
