import { expect, test } from 'vitest';
import type { Room } from './chat.ts';
import { JONAS, ME, message } from './test-messages.ts';
import { hasUnread, unreadIn, withRead } from './unread.rules.ts';

test.each([
  ['never read', JONAS, null, true],
  ['read before it', JONAS, '2026-11-26T11:59:59.999Z', true],
  ['read it', JONAS, '2026-11-26T12:00:00.000Z', false],
  ['the own one', ME, null, false],
])('hasUnread, %s: %s', (_what, senderId, readUntil, expected) => {
  expect(hasUnread([message('a', { senderId })], readUntil, ME)).toBe(expected);
});

test('a room that is read counts no more', () => {
  const room = (id: string, unread_count: number) => ({ id, unread_count, read_until: null }) as Room;
  const rooms = [room('a', 3), room('b', 4)];
  expect(unreadIn(rooms)).toBe(7);
  expect(unreadIn(withRead(rooms, 'a', '2026-11-26T12:00:00.000Z'))).toBe(4);
});
