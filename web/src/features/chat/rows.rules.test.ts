import { expect, test } from 'vitest';
import type { Message } from './chat.ts';
import { type Pending, rowsOf } from './rows.rules.ts';
import { JONAS, ME, message } from './test-messages.ts';

const at = (created_at: string, senderId = JONAS): Message => message(created_at, { created_at, senderId });
const pending: Pending = {
  id: 'p',
  key: 'k',
  content: 'Soon',
  queuedAt: Date.parse('2026-11-26T12:01:00Z'),
  state: 'sending',
  reason: null,
};

const BERLIN = { name: 'Europe/Berlin', changes: [{ at: '2026-10-25T01:00:00.000Z', offset_minutes: 60 }] };

/** What stands above each row: the day, `new`, and `name` at the start of a group. */
function headsOf(oldestFirst: readonly Message[], options: { readUntil?: string; pending?: Pending[] } = {}): string[] {
  const reader = { userId: ME, clock: BERLIN, readUntil: options.readUntil ?? null };
  return rowsOf(oldestFirst.toReversed(), options.pending ?? [], reader).map(({ day, isFirstUnread, isGroupStart }) =>
    [day, isFirstUnread && 'new', isGroupStart && 'name'].filter(Boolean).join(' '),
  );
}

test.each([
  ['one', [at('2026-11-26T12:00:00Z')], ['2026-11-26 name']],
  [
    'one sender within five minutes, and after',
    [at('2026-11-26T12:00:00Z'), at('2026-11-26T12:05:00Z'), at('2026-11-26T12:10:01Z')],
    ['2026-11-26 name', '', 'name'],
  ],
  [
    'two senders',
    [at('2026-11-26T12:00:00Z'), at('2026-11-26T12:00:01Z', ME), at('2026-11-26T12:00:02Z')],
    ['2026-11-26 name', 'name', 'name'],
  ],
  [
    'midnight of the user',
    [at('2026-11-25T22:59:59Z'), at('2026-11-25T23:00:01Z')],
    ['2026-11-25 name', '2026-11-26 name'],
  ],
  ['none', [], []],
])('days and groups: %s', (_what, messages, expected) => {
  expect(headsOf(messages)).toEqual(expected);
});

test('what is unread begins at the first later message of another', () => {
  const messages = [
    at('2026-11-26T12:00:00Z'),
    at('2026-11-26T12:00:01Z', ME),
    at('2026-11-26T12:00:02Z'),
    at('2026-11-26T12:00:03Z'),
  ];
  const heads = headsOf(messages, { readUntil: '2026-11-26T12:00:00Z' });
  expect(heads).toEqual(['2026-11-26 name', 'name', 'new name', '']);
});

test('what waits to be sent comes last, in the group of the own messages', () => {
  const messages = [at('2026-11-26T12:00:00Z', ME)];
  expect(headsOf(messages, { pending: [pending] })).toEqual(['2026-11-26 name', '']);
});
