import { expect, test } from 'vitest';
import { formatOptOut, parseOptOut, permitOf } from './unsubscribe.rules.ts';

const ID = '12345678-1234-4123-8123-123456789abc';
const SIGNATURE = 'a'.repeat(43);

test('parses what it formats', () => {
  for (const category of ['digest', 'reminders', 'sponsor-message', 'sponsor-digest'] as const) {
    const optOut = { category, recipientId: ID, signature: SIGNATURE };
    expect(parseOptOut(formatOptOut(optOut))).toEqual(optOut);
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
])('rejects %j', (text) => {
  expect(parseOptOut(text)).toBeNull();
});

test('signs one category of one recipient', () => {
  expect(
    new Set([permitOf('digest', ID), permitOf('reminders', ID), permitOf('digest', ID.replace('1', '2'))]).size,
  ).toBe(3);
});
