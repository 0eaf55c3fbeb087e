import { describe, expect, test } from 'vitest';
import { canWriteTo, type MailPolicy } from './recipient.rules.ts';

const STRANGER = { isSender: false, sharesOrganization: false, isBlocked: false };
const SENDER = { ...STRANGER, isSender: true };
const COLLEAGUE = { ...STRANGER, sharesOrganization: true };

describe('canWriteTo', () => {
  test.each<[MailPolicy, boolean, boolean, boolean]>([
    ['off', false, false, false],
    ['self', true, false, false],
    ['org', true, true, false],
    ['any', true, true, true],
  ])('policy %s: sender %s, colleague %s, stranger %s', (policy, sender, colleague, stranger) => {
    expect([SENDER, COLLEAGUE, STRANGER].map((recipient) => canWriteTo(recipient, policy))).toEqual([
      sender,
      colleague,
      stranger,
    ]);
  });

  test.each<MailPolicy>(['off', 'self', 'org', 'any'])('policy %s: a block prevents writing', (policy) => {
    expect(canWriteTo({ ...COLLEAGUE, isBlocked: true }, policy)).toBe(false);
    expect(canWriteTo({ ...STRANGER, isBlocked: true }, policy)).toBe(false);
  });
});
