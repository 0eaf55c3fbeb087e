import { describe, expect, test } from 'vitest';
import { ABANDONED_MS, isWanted, type MailKind, type Outcome, settle } from './outgoing-mail.rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('settle', () => {
  test.each<[Outcome, number, string, Date | null]>([
    ['sent', 1, 'sent', null],
    ['sent', 6, 'sent', null],
    ['unconfirmed', 1, 'unconfirmed', null],
    ['refused', 1, 'failed', null],
    ['unavailable', 1, 'queued', inMinutes(1)],
    ['late', 2, 'queued', inMinutes(5)],
    ['unavailable', 3, 'queued', inMinutes(30)],
    ['unavailable', 4, 'queued', inMinutes(120)],
    ['unavailable', 5, 'queued', inMinutes(360)],
    ['unavailable', 6, 'failed', null],
    ['late', 7, 'failed', null],
  ])('%s at attempt %i: %s, again at %s', (outcome, attempts, status, nextAttemptAt) => {
    expect(settle(outcome, attempts, NOW)).toEqual({ status, nextAttemptAt });
  });
});

test('a mail that has been under way for ten minutes belongs to a node that died', () => {
  expect(ABANDONED_MS).toBe(600_000);
});

describe('isWanted', () => {
  const facts = {
    expiresAt: null,
    isThere: true,
    wantsReminders: null,
    wantsDigest: null,
    isAddressVerified: true,
    hasOptedOut: false,
  };
  test.each<[MailKind, object, boolean]>([
    ['welcome', {}, true],
    ['welcome', { wantsDigest: false, wantsReminders: false }, true],
    ['digest', {}, false],
    ['digest', { wantsDigest: true }, true],
    ['digest', { wantsDigest: false }, false],
    ['digest', { wantsDigest: true, isAddressVerified: false }, false],
    ['welcome', { isAddressVerified: false }, true],
    ['reminder', {}, false],
    ['reminder', { wantsReminders: true }, true],
    ['reminder', { wantsReminders: false }, false],
    ['welcome', { isThere: false }, false],
    ['sponsor-message', {}, true],
    ['sponsor-message', { hasOptedOut: true }, false],
    ['sponsor-digest', {}, true],
    ['sponsor-digest', { hasOptedOut: true }, false],
    ['sponsor-digest', { expiresAt: NOW }, false],
    ['reminder', { wantsReminders: true, expiresAt: NOW }, false],
    ['reminder', { wantsReminders: true, expiresAt: new Date(NOW.getTime() + 1) }, true],
  ])('%s with %j: %s', (kind, change, expected) => {
    expect(isWanted({ ...facts, kind, ...change }, NOW)).toBe(expected);
  });
});
