import { describe, expect, test } from 'vitest';
import type { EmailKind } from '../email/email-kind.rules.ts';
import { ABANDONED_MS, categoryOf, decideNextAttempt, isWanted, type SendResult } from './outgoing-mail.rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('decideNextAttempt', () => {
  test.each<[SendResult, number, string, Date | null]>([
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
  ])('%s at attempt %i: %s, next attempt at %s', (result, attempts, status, nextAttemptAt) => {
    expect(decideNextAttempt(result, attempts, NOW)).toEqual({ status, nextAttemptAt });
  });
});

test('treats an email as abandoned after ten minutes', () => {
  expect(ABANDONED_MS).toBe(600_000);
});

describe('isWanted', () => {
  const facts = {
    expiresAt: null,
    isReachable: true,
    wantsReminders: null,
    wantsDigest: null,
    isAddressVerified: true,
    hasOptedOut: false,
  };
  test.each<[EmailKind, object, boolean]>([
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
    ['welcome', { isReachable: false }, false],
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

test('categoryOf maps each kind to what its unsubscribe link turns off', () => {
  const kinds = ['welcome', 'invitation', 'digest', 'reminder', 'sponsor-message', 'sponsor-digest'] as const;
  expect(kinds.map(categoryOf)).toEqual([null, null, 'digest', 'reminders', 'sponsor-message', 'sponsor-digest']);
});
