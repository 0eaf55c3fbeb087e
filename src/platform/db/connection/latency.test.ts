import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { holdTimers } from '#test/held-timers.ts';
import { startStubbornProxy } from '#test/servers/stubborn-proxy.ts';
import { createLatencyProbe, medianOf } from './latency.ts';

const database = await createTestDatabase(inject('clusterUrl'));
const proxy = await startStubbornProxy(database.url);
const probe = createLatencyProbe(proxy.url);
afterAll(async () => {
  await probe.close();
  await database.drop();
});

/** Longer than any answer takes. A test decides whether it passes. */
const LONG_MS = 600_001;

describe('The latency of a database', () => {
  test('is a time, however many ask at once, and after its connection is gone', async () => {
    const times = await Promise.all(Array.from({ length: 10 }, () => probe.measure(LONG_MS)));
    expect(new Set(times).size).toBe(1);
    expect(times[0]).toBeGreaterThan(0);
    await probe.close();
    expect(await probe.measure(LONG_MS)).toBeGreaterThan(0);
  });

  test('is none where no answer comes, in time; and is one again once there are answers', async () => {
    // Of a measurement that has begun, less is left.
    holdTimers((durationMs) => durationMs === 5_000);
    const limits = holdTimers((durationMs) => durationMs > LONG_MS / 2 && durationMs <= LONG_MS);
    await probe.measure(LONG_MS);
    proxy.swallow();
    for (let round = 0; round < 2; round += 1) {
      const measured = expect(probe.measure(LONG_MS)).rejects.toThrow('in time');
      // The first waits for its answer, the second for a connection, which gives up after five seconds.
      await nextTurn();
      expect(limits.count()).toBe(1);
      limits.pass();
      await measured;
    }
    proxy.pass();
    await expect.poll(() => probe.measure(LONG_MS).catch(() => 0)).toBeGreaterThan(0);
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
