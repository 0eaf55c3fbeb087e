import { describe, expect, test } from 'vitest';
import { afterEvent, isServerResponse, probeAfter } from './connection.rules.ts';

const online = { isOnline: true, isSessionOver: false };

describe('afterEvent', () => {
  test.each([
    ['a response', { kind: 'responded', path: '/api/journal', status: 200, isUserKnown: true }, online],
    ['a failure of the server', { kind: 'responded', path: '/api/journal', status: 500, isUserKnown: true }, online],
    ['no response', { kind: 'lost' }, { isOnline: false, isSessionOver: false }],
    [
      'an ended session',
      { kind: 'responded', path: '/api/journal', status: 401, isUserKnown: true },
      { isOnline: true, isSessionOver: true },
    ],
    [
      'a request of a guest, who has no session that could end',
      { kind: 'responded', path: '/api/me', status: 401, isUserKnown: false },
      online,
    ],
    ['a wrong password', { kind: 'responded', path: '/auth/sign-in/email', status: 401, isUserKnown: true }, online],
  ] as const)('%s', (_what, event, expected) => {
    expect(afterEvent(online, event)).toEqual(expected);
  });

  test('the state stays the same object if nothing changes, so that nothing is drawn again', () => {
    expect(afterEvent(online, { kind: 'responded', path: '/api/journal', status: 200, isUserKnown: true })).toBe(
      online,
    );
  });

  test('an ended session stays so until the user signs in again: a response may be for another user', () => {
    const over = { isOnline: true, isSessionOver: true };
    expect(afterEvent(over, { kind: 'responded', path: '/health', status: 200, isUserKnown: true })).toBe(over);
    expect(afterEvent(over, { kind: 'responded', path: '/api/me', status: 200, isUserKnown: true })).toBe(over);
    expect(afterEvent(over, { kind: 'signedIn' })).toEqual(online);
  });
});

test.each([
  [200, 'text/html', true],
  [503, 'application/json; charset=utf-8', true],
  [502, 'text/html', false],
  [504, null, false],
])('a response %i of type %s is of the server: %s', (status, type, expected) => {
  expect(isServerResponse(status, type)).toBe(expected);
});

test('probes come less often, at least twice a minute', () => {
  expect([0, 1, 2, 3, 4, 50].map(probeAfter)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});
