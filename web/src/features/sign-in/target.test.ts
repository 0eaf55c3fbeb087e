import { describe, expect, test } from 'vitest';
import { targetOf, tokenIn, tokenOf } from './target.ts';

describe('targetOf', () => {
  test.each(['/journal', '/journal/new?day=2026-11-22', '/'])('leads to %s', (to) => {
    expect(targetOf({ to })).toEqual({ to });
  });
  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', 7, undefined])(
    'does not lead to %s',
    (to) => {
      expect(targetOf({ to })).toEqual({});
    },
  );
});

test.each([
  ['#a.b-c_d', 'a.b-c_d'],
  ['a%2Bb', 'a+b'],
  ['%', '%'],
  ['', ''],
])('the fragment %s holds the token %s', (fragment, token) => {
  expect(tokenOf(fragment)).toBe(token);
});

test.each([
  [' https://meadow.example/sign-up#abc ', 'abc'],
  ['abc\n', 'abc'],
])('what is pasted as %j holds the token %s', (text, token) => {
  expect(tokenIn(text)).toBe(token);
});
