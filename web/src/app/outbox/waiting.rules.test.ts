import { describe, expect, test } from 'vitest';
import type { OutboxItem } from './outbox.rules.ts';
import { entryIdOf, needsUser, waitingOf, waitsSince } from './waiting.rules.ts';

const DAY_MS = 86_400_000;

const item = (changes: Partial<OutboxItem> = {}): OutboxItem => ({
  key: 'key-1',
  method: 'POST',
  path: '/api/journal',
  body: { title: 'Fog' },
  version: null,
  record: 'entry-1',
  state: 'queued',
  reason: null,
  tries: 0,
  queuedAt: 1,
  ...changes,
});

describe('waitingOf', () => {
  test('all writes of a record are one thing, with the newest title', () => {
    const later = item({ key: '2', method: 'PATCH', body: { title: 'Fog and sun' }, queuedAt: 2 });
    const untitled = item({ key: '3', method: 'PATCH', body: { mood: 'calm' }, queuedAt: 3 });
    expect(waitingOf([untitled, later, item()])).toEqual([{ record: 'entry-1', first: item(), title: 'Fog and sun' }]);
  });

  test('the oldest comes first', () => {
    const other = item({ record: 'entry-2', queuedAt: 0 });
    expect(waitingOf([item(), other]).map(({ record }) => record)).toEqual(['entry-2', 'entry-1']);
  });

  test('of the messages of a room, which wait for each other, the first is named', () => {
    const message = (key: string, content: string, queuedAt: number) =>
      item({ key, path: '/api/chat/rooms/1/messages', body: { content }, record: 'room-1', queuedAt });
    const mentioning = message('1', 'Hello @[Jo](0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90)', 1);
    expect(waitingOf([mentioning, message('2', 'And?', 2)])).toMatchObject([{ record: 'room-1', title: 'Hello @Jo' }]);
  });

  test('a deletion has no title', () => {
    expect(waitingOf([item({ method: 'DELETE', body: undefined })])[0]?.title).toBeNull();
  });
});

test.each([
  ['queued', false],
  ['sending', false],
  ['failed', true],
  ['conflict', true],
] as const)('a write that is %s needs the user: %s', (state, expected) => {
  expect(needsUser(waitingOf([item({ state })]))).toBe(expected);
});

test('a queue older than two days is told', () => {
  expect(waitsSince([], DAY_MS)).toBeNull();
  expect(waitsSince(waitingOf([item({ queuedAt: 5 })]), 2 * DAY_MS)).toBeNull();
  expect(waitsSince(waitingOf([item({ queuedAt: 5 })]), 2 * DAY_MS + 6)).toBe(5);
});

test.each([
  ['/api/journal', 'entry-1'],
  ['/api/journal/01a2082b-ecf8-77c4-b4a9-587a316f65d7', 'entry-1'],
  ['/api/goals', null],
])('a write to %s is of the entry %s', (path, expected) => {
  expect(entryIdOf(item({ path }))).toBe(expected);
});
