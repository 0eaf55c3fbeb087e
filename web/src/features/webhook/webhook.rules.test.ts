import { describe, expect, test } from 'vitest';
import {
  changesSoon,
  chosenKinds,
  type Delivery,
  deliveryStateOf,
  failureOf,
  isUrl,
  KINDS_BY_GROUP,
  keyOf,
  knownKind,
  partsOf,
  readableJson,
  stateOf,
} from './webhook.rules.ts';

test('each kind is in one group', () => {
  const kinds = KINDS_BY_GROUP.flatMap((group) => group.kinds);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(KINDS_BY_GROUP.every((group) => group.kinds.length > 0)).toBe(true);
});

test('chosenKinds has the order of the form, and leaves out kinds of organizations', () => {
  expect(chosenKinds({ kinds: ['chat.message', 'member.joined', 'entry.changed'] })).toEqual([
    'entry.changed',
    'chat.message',
  ]);
});

test.each([
  ['entry.changed', 'entry_changed'],
  ['notification', 'notification'],
])('keyOf(%s) is %s', (kind, key) => {
  expect(keyOf(kind)).toBe(key);
});

test.each([
  ['webhook.test', 'webhook.test'],
  ['entry.changed', 'entry.changed'],
  ['moon.rose', null],
])('knownKind(%s) is %s', (kind, known) => {
  expect(knownKind(kind)).toBe(known);
});

test.each([
  ['https://example.org/hook', true],
  ['http://127.0.0.1:9000', true],
  ['example.org/hook', false],
  ['javascript:alert(1)', false],
  ['', false],
])('isUrl(%j) is %s', (text, expected) => {
  expect(isUrl(text)).toBe(expected);
});

test('partsOf splits a URL after its host', () => {
  expect(partsOf('https://example.org:8443/hook?a=1')).toEqual({ host: 'example.org:8443', path: '/hook?a=1' });
});

test.each([
  ['active', null, 'active'],
  ['active', '2026-11-20T10:00:00.000Z', 'failing'],
  ['paused', '2026-11-20T10:00:00.000Z', 'paused'],
] as const)('stateOf a webhook that is %s, failing since %s, is %s', (status, failing_since, expected) => {
  expect(stateOf({ status, failing_since })).toBe(expected);
});

test.each([
  [null, null],
  ['time-limit', 'time-limit'],
  ['moonlight', 'other'],
])('failureOf(%s) is %s', (failure, expected) => {
  expect(failureOf({ failure })).toBe(expected);
});

test.each([
  ['pending', 0, 'pending'],
  ['pending', 1, 'retrying'],
  ['delivered', 2, 'delivered'],
  ['failed', 10, 'failed'],
] as const)('deliveryStateOf a %s one after %i attempts is %s', (status, count, expected) => {
  const attempts = Array.from({ length: count }) as Delivery['attempts'];
  expect(deliveryStateOf({ status, attempts })).toBe(expected);
});

describe('changesSoon', () => {
  const now = Date.parse('2026-11-26T10:00:00.000Z');
  test.each([
    ['pending', null, true],
    ['pending', '2026-11-26T10:00:30.000Z', true],
    ['pending', '2026-11-26T10:10:00.000Z', false],
    ['delivered', null, false],
    ['failed', null, false],
  ] as const)('%s with the next attempt at %s: %s', (status, next_attempt_at, expected) => {
    expect(changesSoon({ status, next_attempt_at } as Delivery, now)).toBe(expected);
  });
});

test.each([
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['no JSON', 'no JSON'],
])('readableJson(%s)', (text, expected) => {
  expect(readableJson(text)).toBe(expected);
});
