import { expect, test } from 'vitest';
import { limitMinuses } from './search.rules.ts';

test('keeps a search unchanged', () => {
  expect(limitMinuses('dog -fox "well-known" or -- x')).toBe('dog -fox "well-known" or -- x');
});

test('replaces each minus from the 21st on with a space', () => {
  expect(limitMinuses('-'.repeat(20))).toBe('-'.repeat(20));
  expect(limitMinuses(`${'-a'.repeat(21)}-b`)).toBe(`${'-a'.repeat(20)} a b`);
});
