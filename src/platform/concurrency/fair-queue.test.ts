import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asRun, runBeganAt } from '../run.ts';
import { createFairQueue, type Slot } from './fair-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue, and what has happened to the tasks that were given to it, in order. */
function setUp({ concurrency = 100, own = 2, maxQueue = 10 } = {}) {
  const queue = createFairQueue({ concurrency, queueTimeoutMs: 1_000 });
  const happened: string[] = [];
  const slots = new Map<string, Slot>();
  const take = (key: string, task: string) =>
    queue.take(
      { key, concurrency: own, maxQueue },
      (slot) => {
        slots.set(task, slot);
        happened.push(task);
      },
      (reason) => happened.push(`${task} refused: ${reason}`),
    );
  const release = (task: string) => slots.get(task)?.release();
  return { happened, take, release };
}

test('starts a task at once while its caller has a slot, and the next one when a slot is released', () => {
  const { happened, take, release } = setUp();
  for (const task of ['a1', 'a2', 'a3', 'a4']) take('a', task);
  take('b', 'b1');
  expect(happened).toEqual(['a1', 'a2', 'b1']);
  release('a2');
  expect(happened).toEqual(['a1', 'a2', 'b1', 'a3']);
  release('a1');
  expect(happened).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('serves callers in turns where all slots are taken, and each in the order in which it came', () => {
  const { happened, take, release } = setUp({ concurrency: 1 });
  for (const task of ['a0', 'a1', 'a2', 'a3']) take('a', task);
  for (const task of ['b1', 'b2']) take('b', task);
  take('c', 'c1');
  for (let index = 0; index < 7; index += 1) release(happened.at(-1) ?? '');
  expect(happened).toEqual(['a0', 'b1', 'c1', 'a1', 'b2', 'a2', 'a3']);
});

test('skips a caller that has all of its slots', () => {
  const { happened, take, release } = setUp({ concurrency: 3 });
  for (const [key, task] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
    ['a', 'a3'],
    ['c', 'c1'],
  ] as const)
    take(key, task);
  release('b1');
  expect(happened).toEqual(['a1', 'a2', 'b1', 'c1']);
});

describe('refuses', () => {
  test('what has waited too long, and says who is in the way', () => {
    const { happened, take } = setUp({ concurrency: 3 });
    for (const task of ['a1', 'a2', 'a3']) take('a', task);
    take('b', 'b1');
    take('b', 'b2');
    vi.advanceTimersByTime(999);
    expect(happened).toEqual(['a1', 'a2', 'b1']);
    vi.advanceTimersByTime(1);
    expect(happened.slice(3)).toEqual(['a3 refused: caller', 'b2 refused: all']);
  });

  test('at once what finds its caller’s queue full', () => {
    const { happened, take } = setUp({ own: 1, maxQueue: 1 });
    for (const task of ['a1', 'a2', 'a3']) take('a', task);
    expect(happened).toEqual(['a1', 'a3 refused: caller']);
  });
});

test('a task that stops waiting is neither started nor refused, and takes no room', () => {
  const { happened, take, release } = setUp({ own: 1, maxQueue: 1 });
  take('a', 'a1');
  take('a', 'a2')?.();
  take('a', 'a3');
  vi.advanceTimersByTime(500);
  release('a1');
  vi.advanceTimersByTime(5_000);
  expect(happened).toEqual(['a1', 'a3']);
});

test('a slot that is released twice counts once', () => {
  const { happened, take, release } = setUp({ own: 1 });
  for (const task of ['a1', 'a2', 'a3']) take('a', task);
  release('a1');
  release('a1');
  expect(happened).toEqual(['a1', 'a2']);
});

test('a caller that stops waiting late does not disturb what it has asked for since', () => {
  const { happened, take, release } = setUp({ own: 1 });
  take('a', 'a1');
  const stop = take('a', 'a2');
  release('a1');
  release('a2');
  take('a', 'a3');
  take('a', 'a4');
  stop?.();
  release('a3');
  expect(happened).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('a task that waited is no part of the run of the one that made room for it', () => {
  const queue = createFairQueue({ concurrency: 1 });
  const caller = { key: 'a', concurrency: 1, maxQueue: 1 };
  const began: (Date | undefined)[] = [];
  const refuse = () => expect.unreachable();
  const record = async () => undefined;
  const outputLost = () => new Error('lost');
  const beganAt = new Date(0);
  const run = { seed: 'x', beganAt, recorded: new Map(), record, outputLost, isOver: false };
  asRun(run, () => {
    queue.take(caller, ({ release }) => queueMicrotask(release), refuse);
  });
  queue.take(caller, () => began.push(runBeganAt()), refuse);
  return expect.poll(() => began).toEqual([undefined]);
});
