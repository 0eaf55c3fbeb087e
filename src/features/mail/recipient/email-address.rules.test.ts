import { expect, test } from 'vitest';
import { isEmailAddress } from './email-address.rules.ts';

test.each([
  ['ada@example.org', true],
  ["o'neill+lab@mail.example.org", true],
  [`${'a'.repeat(64)}@example.org`, true],
  ['', false],
  ['ada', false],
  ['ada@', false],
  ['@example.org', false],
  ['ada@example.org\n', false],
  ['ada@example.org\r\nBcc: v@x.test', false],
  ['ada@example.org, ben@example.org', false],
  ['Ada <ada@example.org>', false],
  ['"a b"@example.org', false],
  [`${'a'.repeat(65)}@example.org`, false],
  [`a@${'b'.repeat(253)}`, false],
])('isEmailAddress(%j) is %s', (text, expected) => {
  expect(isEmailAddress(text)).toBe(expected);
});
