import { expect, test } from 'vitest';
import { divideText } from './split.rules.ts';

test.each([
  ['short', 10, ['short', '']],
  ['12345678 0', 10, ['12345678 0', '']],
  ['one two\n\nthree', 11, ['one two', 'three']],
  ['12345678\nabc', 11, ['12345678', 'abc']],
  ['12345678 abcd', 11, ['12345678', 'abcd']],
  ['123456789012', 10, ['1234567890', '12']],
  ['🌼🌼🌼', 2, ['🌼🌼', '🌼']],
])('%j for at most %i', (text, max, parts) => {
  expect(divideText(text, max)).toEqual(parts);
});

test('no word is lost, however long the text is', () => {
  const text = 'four words of it.\n\n'.repeat(20_000).trim();
  const [start, rest] = divideText(text, 100_000);
  expect(start.length).toBeLessThanOrEqual(100_000);
  expect(`${start}\n\n${rest}`).toBe(text);
});
