import { describe, expect, test } from 'vitest';
import { excerptOf, MAX_EXCERPT_LENGTH } from './excerpt.rules.ts';

describe('An excerpt', () => {
  test.each([
    ['', ''],
    ['   \n\n ', ''],
    ['It rained.', 'It rained.'],
    ['  It\n\nrained. ', 'It rained.'],
    ['a'.repeat(MAX_EXCERPT_LENGTH), 'a'.repeat(MAX_EXCERPT_LENGTH)],
    ['a'.repeat(MAX_EXCERPT_LENGTH + 1), `${'a'.repeat(MAX_EXCERPT_LENGTH)}…`],
  ])('of %j is %j', (content, excerpt) => {
    expect(excerptOf(content)).toBe(excerpt);
  });

  test('ends with a whole word', () => {
    const excerpt = excerptOf('four '.repeat(100));
    expect(excerpt).toMatch(/four…$/);
    expect(excerpt.length).toBeLessThanOrEqual(MAX_EXCERPT_LENGTH + 1);
  });

  test('keeps a word that ends at the maximum length', () => {
    expect(excerptOf(`${'a'.repeat(MAX_EXCERPT_LENGTH)} b`)).toBe(`${'a'.repeat(MAX_EXCERPT_LENGTH)}…`);
  });

  test('does not cut a character in two', () => {
    expect(excerptOf('🌼'.repeat(200))).toMatch(/^🌼+…$/u);
  });
});
