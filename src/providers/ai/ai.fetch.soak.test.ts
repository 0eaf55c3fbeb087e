import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAiFetch } from './ai.fetch.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"half":');
  // Tells that the client has left.
  response.once('close', () => server.emit('left'));
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('an answer that stalls is given up with the signal, even after the garbage has been collected', async () => {
  const stop = new AbortController();
  const asked = once(server, 'request');
  const left = once(server, 'left');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reply = createAiFetch(1_000)(address, { method: 'POST', signal: stop.signal });
  const refusal = expect(reply).rejects.toMatchObject({ failure: { reason: 'time-limit' } });
  await asked;
  // The request becomes garbage some turns after its headers have come.
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  stop.abort();
  await refusal;
  await left;
});
