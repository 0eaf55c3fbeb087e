import { describe, expect, test } from 'vitest';
import { type PushFacts, pushStateOf, serviceOf, stateAtServer } from './push.rules.ts';

const READY: PushFacts = {
  isSecure: true,
  isIos: false,
  isInstalled: false,
  hasPush: true,
  permission: 'default',
  isSubscribed: false,
};

test.each<[string, Partial<PushFacts>, string]>([
  ['a page over http', { isSecure: false, hasPush: false }, 'insecure'],
  ['Safari on an iPhone', { isIos: true, hasPush: false }, 'needs-install'],
  ['the app on an iPhone', { isIos: true, isInstalled: true }, 'off'],
  ['a browser without push', { hasPush: false }, 'unsupported'],
  ['refused', { permission: 'denied', isSubscribed: true }, 'denied'],
  ['not asked yet', {}, 'off'],
  ['allowed, but not subscribed', { permission: 'granted' }, 'off'],
  ['subscribed', { permission: 'granted', isSubscribed: true }, 'on'],
  ['subscribed before the permission was reset', { isSubscribed: true }, 'off'],
])('%s', (_what, facts, state) => {
  expect(pushStateOf({ ...READY, ...facts })).toBe(state);
});

describe('serviceOf', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/x', 'google'],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', 'mozilla'],
    ['https://web.push.apple.com/x', 'apple'],
    ['https://db5p.notify.windows.com/w/?token=x', 'microsoft'],
    ['https://evilmozilla.com/x', 'other'],
  ])('%s is of %s', (endpoint, service) => {
    expect(serviceOf(endpoint)).toBe(service);
  });
});

test.each([
  ['on', 'a', ['b', 'a'], 'on'],
  ['on', 'a', ['b'], 'off'],
  ['on', 'a', [], 'off'],
  ['denied', 'a', ['a'], 'denied'],
  ['off', null, ['a'], 'off'],
] as const)('%s with the endpoint %s, where the server knows %o, is %s', (state, endpoint, known, expected) => {
  expect(
    stateAtServer(
      { state, endpoint },
      known.map((one) => ({ endpoint: one })),
    ),
  ).toBe(expected);
});
