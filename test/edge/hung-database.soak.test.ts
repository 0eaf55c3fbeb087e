import { describe, expect, test } from 'vitest';
import { startSecondNode } from '../second-node.ts';
import { startStubbornProxy } from '../servers/stubborn-proxy.ts';
import { startTestApp } from '../start-test-app.ts';

const app = await startTestApp();
const proxy = await startStubbornProxy(app.databaseUrl);
const { call, deps } = await startSecondNode({ ...app, databaseUrl: proxy.url }, app.deps.log, {
  waits: { queryTimeoutMs: 5_000 },
});

describe('when open connections to the database hang, and new ones work', () => {
  test('requests under way are answered 503, and the node serves again without a restart', async () => {
    const ada = await app.person();
    const write = () => call(ada, 'POST', '/api/notebooks', { name: 'N' });
    const warm = await Promise.all(Array.from({ length: 12 }, write));
    expect(warm.map(({ status }) => status)).toEqual(Array(12).fill(201));

    proxy.hang();
    const cut = await Promise.all([...Array.from({ length: 12 }, write), call(ada, 'GET', '/api/journal')]);
    for (const { status, body, headers } of cut) {
      expect([200, 201, 503]).toContain(status);
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      if (status === 503) expect(body).toMatchObject({ code: expect.any(String), request_id: expect.any(String) });
    }
    expect(cut.map(({ status }) => status)).toContain(503);

    const next = await Promise.all(Array.from({ length: 12 }, write));
    expect(next.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect((await call(null, 'GET', '/health/ready')).status).toBe(200);
  });

  test('a job that holds its lock over such a connection ends, and the next run begins', async () => {
    const ran = await deps.jobs
      .runExclusive('hanging', async () => {
        proxy.hang();
        return { done: true };
      })
      .catch((error: unknown) => error);
    // Its result may have been stored over a connection that hung.
    expect([{ done: true }, expect.objectContaining({ code: '08006' })]).toContainEqual(ran);
    proxy.pass();
    await expect.poll(() => deps.jobs.runExclusive('hanging', async () => ({ done: true }))).toEqual({ done: true });
  });
});
