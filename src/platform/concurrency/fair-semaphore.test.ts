import { expect, test } from 'vitest';
import { createFairSemaphore, type FairSemaphoreOptions } from './fair-semaphore.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const LIMITS: FairSemaphoreOptions = {
  concurrency: 2,
  concurrencyPerKey: 1,
  maxQueue: 10,
  maxQueuePerKey: 5,
  queueFull: () => new Error('full'),
  queueOfKeyFull: () => new Error('full of one key'),
};

/** A queue whose tasks note their names when they start, and end when `finish` says so. */
function createWorld(limits: Partial<FairSemaphoreOptions> = {}) {
  const queue = createFairSemaphore({ ...LIMITS, ...limits });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (key: string, name: string) =>
    queue(key, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
  const finish = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { queue, started, add, finish };
}

test('a task of another key starts at once beside many of one', async () => {
  const { started, add } = createWorld();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void add('a', name);
  void add('b', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'b1']);
});

test('keys take turns, and the tasks of one start in their order', async () => {
  const { started, add, finish } = createWorld({ concurrency: 1 });
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  for (const name of ['b1', 'b2']) void add('b', name);
  void add('c', 'c1');
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await finish(name);
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('one key never has more than its share running, even where others leave places free', async () => {
  const { started, add, finish } = createWorld({ concurrency: 3, concurrencyPerKey: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name);
  await settle();
  expect(started).toEqual(['a1', 'a2']);
  await finish('a2');
  expect(started).toEqual(['a1', 'a2', 'a3']);
});

test('a full queue of one key refuses that key alone, a full queue everyone', async () => {
  const { add } = createWorld({ maxQueue: 3, maxQueuePerKey: 2 });
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  await expect(add('a', 'a4')).rejects.toThrow('full of one key');
  void add('b', 'b1');
  void add('b', 'b2');
  await expect(add('c', 'c1')).rejects.toThrow(/^full$/);
});

test('a task that fails gives its place to the next, and its error to its caller', async () => {
  const { queue, started, add, finish } = createWorld({ concurrency: 1 });
  const failing = queue('a', async () => {
    throw new RangeError('no');
  });
  const next = add('a', 'a1');
  await expect(failing).rejects.toThrow(RangeError);
  await settle();
  expect(started).toEqual(['a1']);
  await finish('a1');
  expect(await next).toBe('a1');
});

test('places that came free can all be taken again', async () => {
  const { started, add, finish } = createWorld({ maxQueue: 1, maxQueuePerKey: 1 });
  for (const round of [1, 2, 3]) {
    const names = ['a', 'b', 'c'].map((key) => `${key}${round}`);
    const all = Promise.all(names.map((name) => add(name.slice(0, 1), name)));
    for (const name of names) await finish(name);
    expect(await all).toEqual(names);
  }
  expect(started).toHaveLength(9);
});
