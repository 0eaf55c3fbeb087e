import { describe, expect, test } from 'vitest';
import { piecesOf } from './pieces.rules.ts';

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
