import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to those who ask for any: one of them could be given away before it is used. */
const [FIRST, COUNT] = [12_000, 18_000];

/** A port of this machine that nothing listens at. For a process that has to know its port before it starts. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false));
      server.listen(port, '127.0.0.1');
    });
    if (!isFree) continue;
    const closed = once(server, 'close');
    server.close();
    await closed;
    return port;
  }
}
