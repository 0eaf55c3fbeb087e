import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';

export type StubbornProxy = {
  /** The address of the database, through here. */
  url: string;
  /** Passes nothing on from now on, as a network does that loses packets: connections stay open. */
  swallow(): void;
  /** Reads nothing more from the connections that are open now, as a host does that has died. New ones work. */
  hang(): void;
  /** Passes on what comes from now on, and forgets the connections that lost something. */
  pass(): void;
};

/** Stands between the service and its database, until the last test of the file. */
export async function startStubbornProxy(databaseUrl: string): Promise<StubbornProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (!isSwallowing) to.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    forward(client, database);
    forward(database, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  afterAll(() => {
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
    hang: () => {
      for (const socket of sockets) socket.pause();
    },
    pass: () => {
      isSwallowing = false;
      dropAll();
    },
  };
}
