import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';
import { double } from '../../platform/workers/test-work.ts';

const { call, deps, person } = await startTestApp();

test('POST /api/lab/optimize answers 503 with Retry-After while too many wait for a thread, and 200 afterwards', async () => {
  const ada = await person();
  const file = new URL('../../platform/workers/test-work.ts', import.meta.url);
  const works = Array.from({ length: 18 }, () => deps.workers.run(double, file, { numbers: [1] }));
  const { status, body, headers } = await call(ada, 'POST', '/api/lab/optimize', { calculator: 'coil' });
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'server.queue-full', expect.any(String)]);
  expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(200);
  await Promise.all(works);
  expect((await call(ada, 'POST', '/api/lab/optimize', { calculator: 'coil' })).status).toBe(200);
});
