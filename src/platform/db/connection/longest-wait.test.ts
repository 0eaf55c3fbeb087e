import { expect, test } from 'vitest';
import { createLongestWait } from './longest-wait.ts';

test('the longest wait is of those that ended since the last look, and of those that go on', () => {
  let now = 0;
  const wait = createLongestWait(() => now);
  expect(wait.read()).toBe(0);
  const [endFirst, endSecond] = [wait.begin(), wait.begin()];
  now = 30;
  endSecond();
  endSecond();
  now = 50;
  expect(wait.read()).toBe(50);
  endFirst();
  expect([wait.read(), wait.read()]).toEqual([50, 0]);
});
