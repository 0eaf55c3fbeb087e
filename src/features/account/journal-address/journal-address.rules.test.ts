import { describe, expect, test } from 'vitest';
import { expectLinear } from '#test/growth.ts';
import { journalAddressOf, journalKeysIn } from './journal-address.rules.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const OTHER = 'f'.repeat(32);
const DOMAIN = 'Meadow.test';

test('builds an address from key and domain', () => {
  expect(journalAddressOf(KEY, DOMAIN)).toBe(`journal-${KEY}@meadow.test`);
});

describe('journalKeysIn', () => {
  test.each([
    ['an address', journalAddressOf(KEY, DOMAIN), [KEY]],
    ['in brackets', `"Ada, my diary" <${journalAddressOf(KEY, DOMAIN)}>`, [KEY]],
    ['in capitals', journalAddressOf(KEY, DOMAIN).toUpperCase(), [KEY]],
    ['among others', `a@b.test, ${journalAddressOf(KEY, DOMAIN)};${journalAddressOf(OTHER, DOMAIN)}`, [KEY, OTHER]],
    ['twice', `${journalAddressOf(KEY, DOMAIN)} ${journalAddressOf(KEY, DOMAIN)}`, [KEY]],
    ['with a dot at the end', `${journalAddressOf(KEY, DOMAIN)}.`, [KEY]],
    ['of another domain', `journal-${KEY}@elsewhere.test`, []],
    ['of a domain below', `journal-${KEY}@meadow.test.evil.test`, []],
    ['of another beginning', `my-journal-${KEY}@meadow.test`, []],
    ['with a longer key', `journal-${KEY}0@meadow.test`, []],
    ['with a shorter key', `journal-${KEY.slice(1)}@meadow.test`, []],
    ['nothing', '', []],
  ])('%s', (_what, text, keys) => {
    expect(journalKeysIn(text, DOMAIN)).toEqual(keys);
  });

  test('returns the first twenty keys', () => {
    const many = Array.from({ length: 5_000 }, (_, number) =>
      journalAddressOf(String(number).padStart(32, '0'), DOMAIN),
    );
    expect(journalKeysIn(many.join(), DOMAIN)).toHaveLength(20);
  });

  test.each(['journal-', `journal-${KEY}@`, '@'])('parses %s in time that grows as the text does', async (piece) => {
    await expectLinear(100_000, (size) => journalKeysIn(piece.repeat(size / piece.length), DOMAIN));
  });
});
