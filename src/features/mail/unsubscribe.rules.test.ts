import { expect, test } from 'vitest';
import { permitOf, readOptOut, writeOptOut } from './unsubscribe.rules.ts';

const ID = '12345678-1234-4123-8123-123456789abc';
const SIGNATURE = 'a'.repeat(43);

test('what a link carries is read as it was written', () => {
  for (const sort of ['digest', 'reminders', 'sponsor-message', 'sponsor-digest'] as const) {
    expect(readOptOut(writeOptOut(sort, ID, SIGNATURE))).toEqual({ sort, readerId: ID, signature: SIGNATURE });
  }
});

test.each([
  '',
  'digest',
  `digest.${ID}`,
  `digest.${ID}.`,
  `digest.${ID}.${SIGNATURE}a`,
  `Digest.${ID}.${SIGNATURE}`,
  `welcome.${ID}.${SIGNATURE}`,
  `sponsor.${ID}.${SIGNATURE}`,
  `digest.${ID.toUpperCase()}.${SIGNATURE}`,
  ` digest.${ID}.${SIGNATURE}`,
  `digest.${ID}.${SIGNATURE}\n`,
])('%j carries nothing', (text) => {
  expect(readOptOut(text)).toBeNull();
});

test('a permit is for one sort and one person', () => {
  expect(
    new Set([permitOf('digest', ID), permitOf('reminders', ID), permitOf('digest', ID.replace('1', '2'))]).size,
  ).toBe(3);
});
