import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requireFreePort } from './listen.ts';

test('a port that is taken is told before a start, and a free one stays free', async () => {
  const host = '127.0.0.1';
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(requireFreePort({ port, host })).rejects.toMatchObject({ code: 'EADDRINUSE', syscall: 'listen', port });
  await expect(requireFreePort({ port: 0, host })).resolves.toBeUndefined();
  server.close();
  await once(server, 'close');
  await requireFreePort({ port, host });
  await requireFreePort({ port, host });
});
