import { describe, expect, test } from 'vitest';
import { isStorableText, startOf } from './text.ts';

describe('the beginning of a text', () => {
  test.each([
    { text: '', length: 3, beginning: '' },
    { text: 'ab', length: 3, beginning: 'ab' },
    { text: 'abc', length: 3, beginning: 'abc' },
    { text: 'abcd', length: 3, beginning: 'abc' },
    { text: 'a🌻b', length: 3, beginning: 'a🌻' },
    { text: 'ab🌻', length: 3, beginning: 'ab' },
    { text: '🌻🌻', length: 3, beginning: '🌻' },
  ])('of $text, up to $length units, is $beginning', ({ text, length, beginning }) => {
    expect(startOf(text, length)).toBe(beginning);
  });
});

describe('a text can be stored', () => {
  test.each([
    { text: '', isStorable: true },
    { text: 'Ünïcode 🌻', isStorable: true },
    { text: 'a\0b', isStorable: false },
    { text: 'half \ud83c', isStorable: false },
    { text: '\udf3b the other half', isStorable: false },
  ])('$text: $isStorable', ({ text, isStorable }) => {
    expect(isStorableText(text)).toBe(isStorable);
  });
});
