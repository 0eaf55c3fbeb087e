import { describe, expect, test } from 'vitest';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { arrivedOf, pendingOf } from './pending.rules.ts';

const item = (key: string, changes: Partial<OutboxItem> = {}): OutboxItem => ({
  key,
  method: 'POST',
  path: '/api/chat/rooms/1/messages',
  body: { content: `Text ${key}` },
  version: null,
  record: '1',
  state: 'sending',
  reason: null,
  tries: 0,
  queuedAt: 1,
  ...changes,
});

describe('arrivedOf', () => {
  test.each([
    ['sent', item('a'), ['a']],
    ['still there', item('b'), []],
    ['taken back before it was sent', item('a', { state: 'queued' }), []],
    ['given up after a refusal', item('a', { state: 'failed' }), []],
  ])('a message that is %s', (_what, known, expected) => {
    expect(arrivedOf([], [known], [item('b')]).map(({ key }) => key)).toEqual(expected);
  });
});

const withId = (key: string, changes: Partial<OutboxItem> = {}) =>
  item(key, { body: { id: `id of ${key}`, content: key }, ...changes });
const listed = (key: string, created_at = '2026-11-22T18:00:00Z') => ({ id: `id of ${key}`, created_at });
const NONE = { messages: [], next_cursor: null };

test('what the server has is shown before what waits, through each list that does not have it yet', () => {
  const keys = (...messages: ReturnType<typeof listed>[]) =>
    pendingOf([withId('a')], [withId('b')], { messages, next_cursor: null }).map(({ key }) => key);
  expect(keys()).toEqual(['a', 'b']);
  expect(keys(listed('of others'))).toEqual(['a', 'b']);
  expect(keys(listed('a'), listed('of others'))).toEqual(['b']);
});

test('what the server has is above a list that does not reach back to it', () => {
  const queuedAt = Date.parse('2026-11-22T18:00:00Z');
  const keysBelow = (created_at: string, next_cursor: string | null) =>
    pendingOf([withId('a', { queuedAt })], [], { messages: [listed('newer', created_at)], next_cursor });
  expect(keysBelow('2026-11-22T18:00:01Z', 'older')).toEqual([]);
  expect(keysBelow('2026-11-22T18:00:00Z', 'older')).toHaveLength(1);
  expect(keysBelow('2026-11-22T18:00:01Z', null)).toHaveLength(1);
});

test('what the list has already is not shown twice, in sending or sent', () => {
  const list = { messages: [listed('b'), listed('a')], next_cursor: null };
  const shown = pendingOf([withId('a')], [withId('b'), withId('c'), item('older client')], list);
  expect(shown.map(({ id }) => id)).toEqual(['id of c', 'older client']);
});

test.each([
  [{ state: 'queued', tries: 0 }, 'sending'],
  [{ state: 'sending', tries: 0 }, 'sending'],
  [{ state: 'queued', tries: 1 }, 'waiting'],
  [{ state: 'failed', tries: 1 }, 'failed'],
  [{ state: 'conflict', tries: 1 }, 'failed'],
] as const)('%o is %s', (changes, state) => {
  expect(pendingOf([], [item('a', changes)], NONE)).toMatchObject([{ state, content: 'Text a' }]);
});
