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
    expect(arrivedOf([], [known], [item('b')], 7).map(({ item: { key } }) => key)).toEqual(expected);
  });

  test('one of an earlier list is forgotten', () => {
    expect(arrivedOf([{ item: item('a'), loadedAt: 6 }], [], [], 7)).toEqual([]);
  });
});

test('what the server has is shown until the list is loaded again, before what waits', () => {
  const arrived = [{ item: item('a'), loadedAt: 7 }];
  const keys = (loadedAt: number) => pendingOf(arrived, [item('b')], { messages: [], loadedAt }).map(({ key }) => key);
  expect(keys(7)).toEqual(['a', 'b']);
  expect(keys(8)).toEqual(['b']);
});

test('what the list has already is not shown twice, in sending or sent', () => {
  const withId = (key: string) => item(key, { body: { id: `id of ${key}`, content: key } });
  const arrived = [{ item: withId('a'), loadedAt: 7 }];
  const messages = [{ id: 'id of b' }, { id: 'id of a' }];
  const shown = pendingOf(arrived, [withId('b'), withId('c'), item('older client')], { messages, loadedAt: 7 });
  expect(shown.map(({ id }) => id)).toEqual(['id of c', 'older client']);
});

test.each([
  [{ state: 'queued', tries: 0 }, 'sending'],
  [{ state: 'sending', tries: 0 }, 'sending'],
  [{ state: 'queued', tries: 1 }, 'waiting'],
  [{ state: 'failed', tries: 1 }, 'failed'],
  [{ state: 'conflict', tries: 1 }, 'failed'],
] as const)('%o is %s', (changes, state) => {
  expect(pendingOf([], [item('a', changes)], { messages: [], loadedAt: 1 })).toMatchObject([
    { state, content: 'Text a' },
  ]);
});
