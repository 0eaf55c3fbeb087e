import { expect, test } from 'vitest';
import { createSignatures } from './signatures.ts';

const { sign, isSigned } = createSignatures('a secret');

test('a signature fits its text, and no other text and no other secret', () => {
  const signature = sign('one');
  expect(signature).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(isSigned('one', signature)).toBe(true);
  expect(isSigned('One', signature)).toBe(false);
  expect(isSigned('', signature)).toBe(false);
  expect(createSignatures('another secret').isSigned('one', signature)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['too short', sign('one').slice(0, -2)],
  ['too long', `${sign('one')}AA`],
  ['another one', sign('two')],
  ['something else', '../../etc/passwd'],
])('%s is no signature', (_name, signature) => {
  expect(isSigned('one', signature)).toBe(false);
});

test('without a secret there are none', () => {
  expect(() => createSignatures('')).toThrow('secret');
});
