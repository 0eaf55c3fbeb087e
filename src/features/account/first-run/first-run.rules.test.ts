import { expect, test } from 'vitest';
import { codeOfSignature, normalizeCode } from './first-run.rules.ts';

test.each([
  ['A'.repeat(43), '0000-0000-0000-0000'],
  ['_'.repeat(43), 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'],
  // 000000 010000 110000 …: the bits, five at a time.
  [`AQw${'A'.repeat(40)}`, '0460-0000-0000-0000'],
])('the signature %s is the code %s', (signature, code) => {
  expect(codeOfSignature(signature)).toBe(code);
});

test.each(['K7QM-2FXA-9RTD-HW3C', 'k7qm2fxa9rtdhw3c', ' K7QM 2FXA 9RTD HW3C\n', 'K7QM—2FXA—9RTD—HW3C'])(
  '%j is the same code',
  (given) => {
    expect(normalizeCode(given)).toBe('K7QM-2FXA-9RTD-HW3C');
  },
);

test('letters that look like digits are those digits', () => {
  expect(normalizeCode('oil0-oil0-oil0-oil0')).toBe('0110-0110-0110-0110');
});
