import { expect, test } from 'vitest';
import { createTestClock } from '#test/test-clock.ts';
import { createSingleFlightCache } from './single-flight-cache.ts';

const OPTIONS = { ttlMs: 3_000, maxBytes: 100, maxQueue: 2 };

function start(clock = createTestClock(new Date('2026-11-18T10:00:00Z'))) {
  const responseOf = createSingleFlightCache({ ...OPTIONS, clock });
  const asked: string[] = [];
  const ask = async (key: string, bytes = 1) => {
    const response = await responseOf(key, async () => {
      asked.push(key);
      return Buffer.alloc(bytes, asked.length);
    });
    return response[0];
  };
  return { clock, responseOf, asked, ask };
}

test('an answer is computed once for all who ask at once, and again when its time is over', async () => {
  const { clock, ask, asked } = start();
  expect(await Promise.all(Array.from({ length: 100 }, () => ask('a')))).toEqual(Array(100).fill(1));
  clock.advance(2_999);
  expect(await ask('a')).toBe(1);
  clock.advance(2);
  expect(await ask('a')).toBe(2);
  expect(asked).toEqual(['a', 'a']);
});

test('nodes that first computed an answer at different times compute it again at the same time', async () => {
  const one = start();
  const other = start(one.clock);
  await one.ask('a');
  one.clock.advance(2_000);
  await other.ask('a');
  one.clock.advance(1_000);
  expect([await one.ask('a'), await other.ask('a')]).toEqual([1, 1]);
  one.clock.advance(1);
  expect([await one.ask('a'), await other.ask('a')]).toEqual([2, 2]);
});

test('answers of different keys are computed one after another, and too many are refused', async () => {
  const { responseOf } = start();
  let atOnce = 0;
  let most = 0;
  const compute = async () => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return Buffer.alloc(1);
  };
  const responses = ['a', 'b', 'c'].map((key) => responseOf(key, compute));
  await expect(responseOf('d', compute)).rejects.toMatchObject({ code: 'server.queue-full' });
  await Promise.all(responses);
  expect(most).toBe(1);
  expect(await responseOf('d', compute)).toHaveLength(1);
});

test('what fails is not remembered', async () => {
  const { responseOf, ask } = start();
  const failing = () => Promise.reject(new RangeError('no'));
  await expect(responseOf('a', failing)).rejects.toThrow(RangeError);
  expect(await ask('a')).toBe(1);
});

test('no more is remembered than there is room for', async () => {
  const { ask, asked } = start();
  for (const key of ['a', 'b', 'c']) await ask(key, 40);
  await ask('too large', 101);
  await ask('too large', 101);
  await ask('c', 40);
  await ask('a', 40);
  expect(asked).toEqual(['a', 'b', 'c', 'too large', 'too large', 'a']);
});

test('an answer that waits for its turn is computed once, even if another fills the room meanwhile', async () => {
  const { responseOf, ask, asked } = start();
  const large = responseOf('large', async () => Buffer.alloc(100));
  const waiting = ask('a');
  await large;
  expect(await Promise.all([waiting, ask('a')])).toEqual([1, 1]);
  expect(asked).toEqual(['a']);
});
