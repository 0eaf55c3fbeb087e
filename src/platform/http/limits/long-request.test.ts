import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createIds } from '../../ids.ts';
import { systemRandom } from '../../random.ts';
import { openGuardedRoutes } from '../guarded-routes.ts';
import { createServer } from '../server.ts';

/** What answers take here, and what a connection is kept without a word, in milliseconds. */
const [WORK, PATIENCE] = [600, 200];

async function startServer(): Promise<string> {
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
      const work = async () => {
        await delay(WORK);
        return {};
      };
      scope.get('/usual', work);
      scope.get('/long', { config: { maxDurationMs: WORK * 10 } }, work);
      scope.get('/longer', { config: { maxDurationMs: WORK / 2 } }, work);
    },
  ]);
  onTestFinished(() => server.close());
  return server.listen({ port: 0, host: '127.0.0.1' });
}

const statusOf = async (address: string) => {
  try {
    return (await fetch(address)).status;
  } catch {
    return 'cut off';
  }
};

test('an answer may take longer where its route says so, and not longer than that', async () => {
  const address = await startServer();
  expect(await statusOf(`${address}/long`)).toBe(200);
  expect(await statusOf(`${address}/longer`)).toBe(503);
  // Others on the connection that was kept are not kept as long.
  expect([503, 'cut off']).toContain(await statusOf(`${address}/usual`));
});
