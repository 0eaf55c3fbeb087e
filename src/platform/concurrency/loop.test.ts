import { expect, onTestFinished, test } from 'vitest';
import { type LoopOptions, startLoop } from './loop.ts';

/** A loop whose runs the test ends one by one. */
function start(change: Partial<LoopOptions> = {}) {
  const ends: { succeed(): void; fail(error: Error): void }[] = [];
  const errors: unknown[] = [];
  const loop = startLoop({
    intervalMs: 600_000,
    work: () => new Promise<void>((succeed, fail) => ends.push({ succeed, fail })),
    onError: (error) => errors.push(error),
    ...change,
  });
  onTestFinished(async () => {
    const stopped = loop.stop();
    for (const end of ends) end.succeed();
    await stopped;
  });
  return { loop, ends, errors };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('works at once, and again when it is woken', async () => {
  const { loop, ends } = start();
  expect(ends).toHaveLength(1);
  ends[0]?.succeed();
  await settle();
  expect(ends).toHaveLength(1);
  loop.wake();
  expect(ends).toHaveLength(2);
});

test('works after each pause', async () => {
  let runs = 0;
  const { loop } = start({ intervalMs: 1, work: async () => runs++ });
  await expect.poll(() => runs).toBeGreaterThan(3);
  await loop.stop();
});

test('works one run at a time, and once more for all who woke it meanwhile', async () => {
  const { loop, ends } = start();
  for (let count = 0; count < 5; count += 1) loop.wake();
  expect(ends).toHaveLength(1);
  ends[0]?.succeed();
  await settle();
  expect(ends).toHaveLength(2);
  ends[1]?.succeed();
  await settle();
  expect(ends).toHaveLength(2);
});

test('goes on after a run that failed, and tells of it', async () => {
  const { loop, ends, errors } = start();
  const failure = new Error('no work today');
  ends[0]?.fail(failure);
  await settle();
  expect(errors).toEqual([failure]);
  loop.wake();
  expect(ends).toHaveLength(2);
});

test('stops after the current work and ignores further wake calls', async () => {
  const { loop, ends } = start();
  loop.wake();
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await settle();
  expect(isStopped).toBe(false);
  ends[0]?.succeed();
  await stopped;
  loop.wake();
  await settle();
  expect(ends).toHaveLength(1);
});
