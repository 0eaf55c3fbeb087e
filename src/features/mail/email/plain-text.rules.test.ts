import { expect, test } from 'vitest';
import { oneLine } from './plain-text.rules.ts';

test.each([
  ['a\r\nb', 'a b'],
  ['  a \t b ', 'a b'],
  ['a\u2028b\u202ec', 'a b c'],
  ['🌼', '🌼'],
])('oneLine(%j) is %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});
