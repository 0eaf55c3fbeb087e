import { expect, test } from 'vitest';
import { searchOf } from './search.rules.ts';

test('a search stays as it was written', () => {
  expect(searchOf('dog -fox "well-known" or -- x')).toBe('dog -fox "well-known" or -- x');
});

test('from the 21st on, a minus is a space', () => {
  expect(searchOf('-'.repeat(20))).toBe('-'.repeat(20));
  expect(searchOf(`${'-a'.repeat(21)}-b`)).toBe(`${'-a'.repeat(20)} a b`);
});
