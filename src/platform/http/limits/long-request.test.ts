import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '#test/gate.ts';
import { systemClock } from '../../clock.ts';
import { createIds } from '../../ids.ts';
import { systemRandom } from '../../random.ts';
import { openGuardedRoutes } from '../guarded-routes.ts';
import { createServer } from '../server.ts';

/** What a usual answer may take, and what a connection is kept without a word, in milliseconds. */
const PATIENCE = 200;

/** Starts a server whose long answer is ready when the test says so, and whose others never are. */
async function startServer() {
  const [begun, ready] = [createGate(), createGate()];
  const { server } = createServer({
    logger: pino({ level: 'silent' }),
    ids: createIds(systemClock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    trustedProxies: [],
    corsOrigins: [],
    limits: { congestionSample: 0, silenceTime: PATIENCE, handlerTime: PATIENCE },
  });
  openGuardedRoutes(server, 'public', async () => undefined, [
    (scope) => {
      const never = () => new Promise(() => undefined);
      scope.get('/usual', never);
      scope.get('/long', { config: { maxDurationMs: 600_000 } }, async () => {
        begun.open();
        await ready.opened;
        return {};
      });
      scope.get('/longer', { config: { maxDurationMs: PATIENCE * 1.5 } }, never);
    },
  ]);
  onTestFinished(() => server.close());
  return { address: await server.listen({ port: 0, host: '127.0.0.1' }), begun, ready };
}

const statusOf = async (address: string) => {
  try {
    return (await fetch(address)).status;
  } catch {
    return 'cut off';
  }
};

test('an answer may take longer where its route says so, and not longer than that', async () => {
  const { address, begun, ready } = await startServer();
  const long = statusOf(`${address}/long`);
  await begun.opened;
  // It begins later and ends sooner, so the usual limits have passed for the long one.
  expect([503, 'cut off']).toContain(await statusOf(`${address}/usual`));
  ready.open();
  expect(await long).toBe(200);
  expect(await statusOf(`${address}/longer`)).toBe(503);
  // Others on the connection that was kept are not kept as long.
  expect([503, 'cut off']).toContain(await statusOf(`${address}/usual`));
});
