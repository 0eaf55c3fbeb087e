import { expect, test } from 'vitest';
import { neverEnd } from '#platform/workers/test-work.ts';
import { createWorkers } from '#platform/workers/workers.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { createRankings } from './optimizer.actions.ts';

const { call, deps, person } = await startTestApp();

test('POST /api/lab/optimize returns 503 with Retry-After while no worker thread is free, and 200 afterwards', async () => {
  const ada = await person();
  const optimize = () => call(ada, 'POST', '/api/lab/optimize', { calculator: 'coil' });
  const workers = createWorkers({ concurrency: 1, maxQueue: 0 });
  deps.rankings = createRankings(workers);
  const file = new URL('../../../platform/workers/test-work.ts', import.meta.url);
  const taken = workers.run(neverEnd, file, { numbers: [1] });
  const { status, body, headers } = await optimize();
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'server.queue-full', '2']);
  expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(200);
  await Promise.all([workers.close(), expect(taken).rejects.toThrow()]);

  deps.rankings = createRankings(deps.workers);
  expect((await optimize()).status).toBe(200);
});
