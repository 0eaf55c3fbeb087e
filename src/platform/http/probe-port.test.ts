import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '#test/free-port.ts';
import { openProbePort } from './probe-port.ts';
import { createTestServer } from './test-server.ts';

async function serve() {
  const { server } = createTestServer(() => undefined);
  onTestFinished(() => server.close());
  await server.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

test('serves the routes on another port, until it is closed', async () => {
  const server = await serve();
  const port = await findFreePort();
  const close = await openProbePort(server, port, '127.0.0.1');
  const ask = () => fetch(`http://127.0.0.1:${port}/unknown`, { headers: { connection: 'close' } });
  const response = await ask();
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'route.unknown' });
  await close();
  await expect(ask()).rejects.toThrow('fetch failed');
});

test('rejects if the port is taken', async () => {
  const server = await serve();
  const port = await findFreePort();
  const other = createTcpServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  await expect(openProbePort(server, port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
