import { describe, expect, test } from 'vitest';
import { type MailPolicy, mayWriteTo } from './recipient.rules.ts';

const STRANGER = { isSender: false, sharesOrganization: false, isBlocked: false };
const ONESELF = { ...STRANGER, isSender: true };
const COLLEAGUE = { ...STRANGER, sharesOrganization: true };

describe('mayWriteTo', () => {
  test.each<[MailPolicy, boolean, boolean, boolean]>([
    ['off', false, false, false],
    ['self', true, false, false],
    ['org', true, true, false],
    ['any', true, true, true],
  ])('under %s: oneself %s, a colleague %s, a stranger %s', (policy, oneself, colleague, stranger) => {
    expect([ONESELF, COLLEAGUE, STRANGER].map((recipient) => mayWriteTo(recipient, policy))).toEqual([
      oneself,
      colleague,
      stranger,
    ]);
  });

  test.each<MailPolicy>(['off', 'self', 'org', 'any'])('under %s nobody writes over a block', (policy) => {
    expect(mayWriteTo({ ...COLLEAGUE, isBlocked: true }, policy)).toBe(false);
    expect(mayWriteTo({ ...STRANGER, isBlocked: true }, policy)).toBe(false);
  });
});
