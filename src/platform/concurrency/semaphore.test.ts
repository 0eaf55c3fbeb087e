import { expect, onTestFinished, test, vi } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A task that starts when the semaphore admits it, and ends when the test releases it. */
function createWork() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = { hasBegun: false, end: () => end(), run: async () => undefined as unknown };
  work.run = async () => {
    work.hasBegun = true;
    await ended;
    return 'done';
  };
  return work;
}

test('one work begins when the one before has ended, and too many are refused', async () => {
  const semaphore = createSemaphore({ maxQueue: 1 });
  const [first, second, third] = [createWork(), createWork(), createWork()];
  const [one, two] = [semaphore.run(first.run), semaphore.run(second.run)];
  await expect(semaphore.run(third.run)).rejects.toMatchObject({ code: 'server.queue-full', status: 503 });
  await settle();
  expect([first.hasBegun, second.hasBegun]).toEqual([true, false]);
  first.end();
  expect(await one).toBe('done');
  await settle();
  expect([second.hasBegun, third.hasBegun]).toEqual([true, false]);
  second.end();
  expect(await two).toBe('done');
});

test('a work that fails gives the turn to the next', async () => {
  const semaphore = createSemaphore({ maxQueue: 1 });
  const failing = semaphore.run(async () => {
    throw new RangeError('no');
  });
  const next = semaphore.run(async () => 'done');
  await expect(failing).rejects.toThrow(RangeError);
  expect(await next).toBe('done');
});

test('a work whose turn comes too late is refused and never begun, and the next one begins', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = createSemaphore({ maxQueue: 2, queueTimeoutMs: 20 });
  const [first, second] = [createWork(), createWork()];
  const one = semaphore.run(first.run);
  const late = semaphore.run(second.run);
  vi.advanceTimersByTime(21);
  first.end();
  expect(await one).toBe('done');
  await expect(late).rejects.toMatchObject({ code: 'server.queue-full', status: 503 });
  expect(second.hasBegun).toBe(false);
  expect(await semaphore.run(async () => 'done')).toBe('done');
});

test('a work whose turn comes in the last moment is done', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = createSemaphore({ maxQueue: 1, queueTimeoutMs: 20 });
  const first = createWork();
  const one = semaphore.run(first.run);
  const second = semaphore.run(async () => 'done');
  vi.advanceTimersByTime(20);
  first.end();
  expect([await one, await second]).toEqual(['done', 'done']);
});
