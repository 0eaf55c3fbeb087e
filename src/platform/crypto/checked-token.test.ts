import { describe, expect, test } from 'vitest';
import { systemRandom } from '../random.ts';
import { createCheckedToken, isCheckedToken } from './checked-token.ts';

const bytes = (value: number) => ({ bytes: (count: number) => new Uint8Array(count).fill(value) });

test.each([
  ['zeros', bytes(0)],
  ['the largest number', bytes(255)],
  ['random bytes', systemRandom],
])('of %s has one length and is accepted', (_what, random) => {
  const token = createCheckedToken('abc_', random);
  expect(token).toMatch(/^abc_[0-9A-Za-z]{39}$/);
  expect(isCheckedToken('abc_', token)).toBe(true);
});

test('depends on each of its bytes', () => {
  const tokens = Array.from({ length: 24 }, (_, changed) => {
    const random = { bytes: (count: number) => new Uint8Array(count).map((_byte, index) => Number(index === changed)) };
    return createCheckedToken('abc_', random);
  });
  expect(new Set(tokens).size).toBe(24);
});

describe('isCheckedToken rejects', () => {
  const token = createCheckedToken('abc_', systemRandom);
  const swapped = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  test.each([
    ['another prefix', token.replace('abc_', 'abd_')],
    ['a wrong checksum', swapped],
    ['a missing letter', token.slice(0, -1)],
    ['another letter', `${token}a`],
    ['a sign', token.replace(/.$/, '-')],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(isCheckedToken('abc_', text)).toBe(false);
  });
});
