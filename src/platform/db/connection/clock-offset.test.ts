import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { systemClock } from '../../clock.ts';
import { createDatabase } from '../database.ts';
import { readDatabaseTime } from '../database-time.ts';
import { createClockWatch, measureClockOffset } from './clock-offset.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const at = (ms: number) => ({ now: () => new Date(NOW.getTime() + ms) });

test.each([0, 1_000, -1_000, 300_000, -300_000, 86_400_000])('a clock that is %d ms ahead', async (ms) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // Half of what the answer takes is no difference.
  const readTime = async () => {
    vi.advanceTimersByTime(1_000);
    return NOW;
  };
  const expected = Math.max(0, Math.abs(ms + 500) - 500) * Math.sign(ms + 500);
  expect((await measureClockOffset(readTime, at(ms))) + 0).toBe(expected + 0);
});

test('a slow answer is no difference: the time may have been read at its beginning or at its end', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const start = performance.now();
  const running = { now: () => new Date(NOW.getTime() + performance.now() - start) };
  for (const moment of ['beginning', 'end'] as const) {
    const offset = await measureClockOffset(async () => {
      const early = running.now();
      vi.advanceTimersByTime(50_000);
      return moment === 'beginning' ? early : running.now();
    }, running);
    expect(offset + 0, moment).toBe(0);
  }
});

test('the clock of a node is held against that of a real database', async () => {
  const { url, drop } = await createTestDatabase(inject('clusterUrl'));
  const { db, close } = createDatabase({ connectionString: url, onIdleError: () => undefined });
  const ahead = { now: () => new Date(systemClock.now().getTime() + 300_000) };
  const offsets = await Promise.all(
    [systemClock, ahead].map((clock) => measureClockOffset(() => readDatabaseTime(db), clock)),
  );
  await close();
  await drop();
  expect(Math.abs(offsets[0] ?? Number.NaN)).toBeLessThan(1_000);
  // Half of the fastest answer is taken off.
  expect(offsets[1]).toBeGreaterThan(200_000);
});

test('is told of when it becomes too large, and when it no longer is; a failure keeps the last measurement', async () => {
  let offset = 0;
  let isLost = false;
  const told: [number, boolean][] = [];
  const watch = createClockWatch({
    readTime: async () => {
      if (isLost) throw new Error('connection lost');
      return NOW;
    },
    clock: { now: () => new Date(NOW.getTime() + offset) },
    maxOffsetMs: 5_000,
    onChange: (offsetMs, isOff) => told.push([Math.round(offsetMs / 1_000), isOff]),
  });
  expect(watch.offsetMs()).toBeNull();
  for (const next of [0, 2_500, 90_000, 95_000]) {
    offset = next;
    await watch.check();
  }
  isLost = true;
  await watch.check();
  expect(Math.round((watch.offsetMs() ?? 0) / 1_000)).toBe(95);
  isLost = false;
  for (const next of [0, -90_000]) {
    offset = next;
    await watch.check();
  }
  expect(told).toEqual([
    [90, true],
    [0, false],
    [-90, true],
  ]);
});

test('measures again and again until it is stopped', async () => {
  let count = 0;
  let onThird: () => void = () => undefined;
  const third = new Promise<void>((resolve) => {
    onThird = resolve;
  });
  const watch = createClockWatch({
    readTime: async () => {
      count += 1;
      if (count === 9) onThird();
      return NOW;
    },
    clock: at(0),
    maxOffsetMs: 5_000,
    onChange: () => undefined,
    intervalMs: 1,
  });
  const loop = watch.start();
  await third;
  await loop.stop();
  const counted = count;
  await Promise.resolve();
  expect(count).toBe(counted);
});
