import { connect, createServer, type Socket } from 'node:net';

/** A port in front of the server that can be closed: for a browser, and for its service worker, that is being offline. */
export type Gate = {
  url: string;
  cut(): Promise<void>;
  /** Opens it again, if it is closed. */
  mend(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a gate at a free port. `targetPort` is read at each connection: the server may start later. */
export async function openGate(targetPort: () => number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A browser closes connections as it likes.
    socket.on('error', () => socket.destroy());
  };
  const gate = createServer((inner) => {
    const outer = connect(targetPort(), '127.0.0.1');
    hold(inner);
    hold(outer);
    inner.pipe(outer).pipe(inner);
    inner.on('close', () => outer.destroy());
    outer.on('close', () => inner.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      gate.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = gate.address() as { port: number };
  const cut = () =>
    new Promise<void>((resolve) => {
      gate.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    // The only name that is a secure context over http, so that the page has a service worker.
    url: `http://localhost:${port}`,
    cut,
    mend: async () => {
      if (!gate.listening) await listen(port);
    },
    close: async () => {
      if (gate.listening) await cut();
    },
  };
}
