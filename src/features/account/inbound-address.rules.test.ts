import { describe, expect, test } from 'vitest';
import { inboundAddressOf, inboundKeysIn } from './inbound-address.rules.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const OTHER = 'f'.repeat(32);
const DOMAIN = 'Meadow.test';

test('an address is made of its key and the domain', () => {
  expect(inboundAddressOf(KEY, DOMAIN)).toBe(`journal-${KEY}@meadow.test`);
});

describe('inboundKeysIn', () => {
  test.each([
    ['an address', inboundAddressOf(KEY, DOMAIN), [KEY]],
    ['in brackets', `"Ada, my diary" <${inboundAddressOf(KEY, DOMAIN)}>`, [KEY]],
    ['in capitals', inboundAddressOf(KEY, DOMAIN).toUpperCase(), [KEY]],
    ['among others', `a@b.test, ${inboundAddressOf(KEY, DOMAIN)};${inboundAddressOf(OTHER, DOMAIN)}`, [KEY, OTHER]],
    ['twice', `${inboundAddressOf(KEY, DOMAIN)} ${inboundAddressOf(KEY, DOMAIN)}`, [KEY]],
    ['with a dot at the end', `${inboundAddressOf(KEY, DOMAIN)}.`, [KEY]],
    ['of another domain', `journal-${KEY}@elsewhere.test`, []],
    ['of a domain below', `journal-${KEY}@meadow.test.evil.test`, []],
    ['of another beginning', `my-journal-${KEY}@meadow.test`, []],
    ['with a longer key', `journal-${KEY}0@meadow.test`, []],
    ['with a shorter key', `journal-${KEY.slice(1)}@meadow.test`, []],
    ['nothing', '', []],
  ])('%s', (_what, text, keys) => {
    expect(inboundKeysIn(text, DOMAIN)).toEqual(keys);
  });

  test('of a great many, the first twenty', () => {
    const many = Array.from({ length: 5_000 }, (_, number) =>
      inboundAddressOf(String(number).padStart(32, '0'), DOMAIN),
    );
    expect(inboundKeysIn(many.join(), DOMAIN)).toHaveLength(20);
  });

  test.each(['journal-', `journal-${KEY}@`, '@'])('a quarter of a megabyte of %s takes no time', (piece) => {
    const start = performance.now();
    inboundKeysIn(piece.repeat(250_000 / piece.length), DOMAIN);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
