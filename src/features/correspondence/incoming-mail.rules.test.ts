import { describe, expect, test } from 'vitest';
import { headOf, storable, titleOf } from './incoming-mail.rules.ts';

test.each([
  ['To: a\r\nSubject: b\r\n\r\nTo: c', 'To: a\r\nSubject: b'],
  ['To: a\n\nTo: c', 'To: a'],
  ['To: a', 'To: a'],
  ['', ''],
])('the head of %j is %j', (source, head) => {
  expect(headOf(source)).toBe(head);
});

test.each([
  ['Dear diary', 'Dear diary'],
  ['  two\r\n words\t', 'two words'],
  ['', 'A mail without a subject'],
  ['\u0007 \u202e', 'A mail without a subject'],
])('the title of %j is %j', (subject, title) => {
  expect(titleOf(subject)).toBe(title);
});

describe('what can be stored of', () => {
  test.each([
    ['a text', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
    ['a NUL', 'a\u0000b', 'ab'],
    ['half of a character', 'a\ud83cb', 'a\ufffdb'],
    ['a tab', 'a\tb', 'a\tb'],
  ])('%s', (_what, text, stored) => {
    expect(storable(text)).toBe(stored);
  });
});
