import { describe, expect, test } from 'vitest';
import { matchesIn, piecesOf } from './search.rules.ts';

describe('matchesIn', () => {
  test.each([
    ['The river before eight', 'river', ['river']],
    ['The River, and rivers', 'RIVER', ['River', 'river']],
    ['Bread, finally', '"fourth bread" or loaf', ['Bread']],
    ['Bread, finally', '-bread', []],
    ['Über den Fluss', 'über', ['Über']],
    ['driver', 'river', []],
    ['a+b (x)', 'a+b', ['a+b']],
    ['anything', '  ', []],
  ])('%j by %j', (text, query, found) => {
    expect(matchesIn(text, query).map(({ start, end }) => text.slice(start, end))).toEqual(found);
  });
});

describe('piecesOf', () => {
  test('marks the matches and keeps the text', () => {
    expect(piecesOf('abcde', [{ start: 1, end: 3 }])).toEqual([
      { text: 'a', isMatch: false },
      { text: 'bc', isMatch: true },
      { text: 'de', isMatch: false },
    ]);
  });

  test('ranges that do not fit are left out', () => {
    const pieces = piecesOf('abc', [
      { start: 0, end: 2 },
      { start: 1, end: 3 },
      { start: 2, end: 9 },
    ]);
    expect(pieces.map(({ text }) => text).join('')).toBe('abc');
    expect(pieces.filter(({ isMatch }) => isMatch)).toHaveLength(1);
  });
});
