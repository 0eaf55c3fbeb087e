import { expect, test } from 'vitest';
import { limitMinuses } from './search.rules.ts';

test('a search stays as it was written', () => {
  expect(limitMinuses('dog -fox "well-known" or -- x')).toBe('dog -fox "well-known" or -- x');
});

test('from the 21st on, a minus is a space', () => {
  expect(limitMinuses('-'.repeat(20))).toBe('-'.repeat(20));
  expect(limitMinuses(`${'-a'.repeat(21)}-b`)).toBe(`${'-a'.repeat(20)} a b`);
});
