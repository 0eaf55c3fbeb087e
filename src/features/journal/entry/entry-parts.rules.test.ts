import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, splitText } from './entry-parts.rules.ts';

test('a text is split into parts of at most the length, which hold all but the space between them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀'), maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 50 }), (given, maxLength) => {
      const parts = splitText(given, maxLength);
      expect(parts.every((part) => [...part].length <= maxLength && part.isWellFormed())).toBe(true);
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(given.replaceAll(/\s/g, ''));
    }),
  );
});

test.each([
  ['that fit', 'Title', 'Text', [['Title', 'Text']]],
  ['with a title of the limit', '🌼'.repeat(200), '', [['🌼'.repeat(200), '']]],
  ['with a longer title', '🌼'.repeat(201), 'Text', [[`${'🌼'.repeat(199)}…`, `${'🌼'.repeat(201)}\n\nText`]]],
  [
    'with a longer content',
    'Title',
    `${'a'.repeat(99_999)} b`,
    [
      ['Title', 'a'.repeat(99_999)],
      ['Title (2)', 'b'],
    ],
  ],
])('texts %s', (_what, title, content, parts) => {
  expect(partsOf({ title, content }).map((part) => [part.title, part.content])).toEqual(parts);
});
