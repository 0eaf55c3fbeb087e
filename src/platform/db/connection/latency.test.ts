import { afterAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { startStubbornProxy } from '#test/servers/stubborn-proxy.ts';
import { BUSY_MS } from '#test/time.ts';
import { createLatencyProbe, medianOf } from './latency.ts';

const database = await createTestDatabase(inject('clusterUrl'));
const proxy = await startStubbornProxy(database.url);
const probe = createLatencyProbe(proxy.url);
afterAll(async () => {
  await probe.close();
  await database.drop();
});

const timed = async (work: Promise<unknown>) => {
  const start = performance.now();
  await work.catch(() => undefined);
  return performance.now() - start;
};

describe('The latency of a database', () => {
  test('is a time, however many ask at once, and after its connection is gone', async () => {
    const times = await Promise.all(Array.from({ length: 10 }, () => probe.measure(5_000)));
    expect(new Set(times).size).toBe(1);
    expect(times[0]).toBeGreaterThan(0);
    await probe.close();
    expect(await probe.measure(5_000)).toBeGreaterThan(0);
  });

  test('is none where no answer comes, in time; and is one again once there are answers', async () => {
    await probe.measure(5_000);
    proxy.swallow();
    for (let round = 0; round < 2; round += 1) {
      const measured = probe.measure(200);
      expect(await timed(measured)).toBeLessThan(200 + BUSY_MS);
      await expect(measured).rejects.toThrow('in time');
    }
    proxy.pass();
    await expect.poll(() => probe.measure(5_000).catch(() => 0)).toBeGreaterThan(0);
  });

  test('rejects if no server listens', async () => {
    const unreachable = createLatencyProbe('postgres://unknown@127.0.0.1:1/nothing');
    await expect(unreachable.measure(5_000)).rejects.toThrow();
    await expect(unreachable.measure(5_000)).rejects.toThrow();
    await unreachable.close();
  });
});

test.each([
  [[], undefined],
  [[5], 5],
  [[9, 1], 9],
  [[100, 1, 2, 3, 99], 3],
])('the median of %j is %s', (times, median) => {
  expect(medianOf(times)).toBe(median);
});
