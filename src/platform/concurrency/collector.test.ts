import { expect, test } from 'vitest';
import { createCollector } from './collector.ts';

/** Each call ends when the test ends it. */
function openCollector() {
  const calls: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const add = createCollector(
    (items: readonly string[]) =>
      new Promise<void>((resolve, reject) => {
        calls.push({ items, end: resolve, fail: reject });
      }),
  );
  return { add, calls, itemsOf: () => calls.map(({ items }) => items) };
}

test('an item is stored immediately; those that arrive meanwhile share the next call', async () => {
  const { add, calls, itemsOf } = openCollector();
  const first = add('a');
  await expect.poll(itemsOf).toEqual([['a']]);
  const others = Promise.all(['b', 'c'].map(add));
  expect(itemsOf()).toEqual([['a']]);
  calls[0]?.end();
  await first;
  await expect.poll(itemsOf).toEqual([['a'], ['b', 'c']]);
  calls[1]?.end();
  await others;
});

test('an error rejects the items of its call only', async () => {
  const { add, calls, itemsOf } = openCollector();
  const first = add('a');
  await expect.poll(itemsOf).toEqual([['a']]);
  const second = add('b');
  calls[0]?.fail(new Error('Not stored.'));
  await expect(first).rejects.toThrow('Not stored.');
  await expect.poll(itemsOf).toEqual([['a'], ['b']]);
  calls[1]?.end();
  await second;
});

test('an item that arrives after a call is stored by another one', async () => {
  const { add, calls, itemsOf } = openCollector();
  for (const item of ['a', 'b']) {
    const stored = add(item);
    await expect.poll(() => calls.length).toBe(item === 'a' ? 1 : 2);
    calls.at(-1)?.end();
    await stored;
  }
  expect(itemsOf()).toEqual([['a'], ['b']]);
});
