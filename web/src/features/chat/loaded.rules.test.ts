import { describe, expect, test } from 'vitest';
import type { LoadedMessages } from './chat.ts';
import { isEditable, removal, withChanged, withNewest, withOlder } from './loaded.rules.ts';
import { JONAS, ME, message } from './test-messages.ts';

/** Messages by their ids, newest first. */
const loaded = (ids: string, next_cursor: string | null): LoadedMessages => ({
  messages: [...ids].map((id) => message(id)),
  next_cursor,
});
const shown = ({ messages, next_cursor }: LoadedMessages) => [messages.map(({ id }) => id).join(''), next_cursor];

describe('withNewest', () => {
  test.each([
    ['nothing is loaded yet', null, loaded('dc', 'c'), ['dc', 'c']],
    ['nothing new', loaded('dcba', null), loaded('dc', 'c'), ['dcba', null]],
    ['new ones in front of known ones', loaded('dcba', 'a'), loaded('fed', 'd'), ['fedcba', 'a']],
    ['so many new ones that some are missing between', loaded('cba', 'a'), loaded('zyx', 'x'), ['zyx', 'x']],
    ['a page with all there is', loaded('cba', 'a'), loaded('cb', null), ['cb', null]],
    ['an empty room', loaded('', null), loaded('', null), ['', null]],
  ])('%s', (_what, known, page, expected) => {
    expect(shown(withNewest(known ?? undefined, page))).toEqual(expected);
  });

  test('a message has the state of the page', () => {
    const page = { messages: [message('b', removal('2026-11-26T13:00:00.000Z'))], next_cursor: 'b' };
    expect(withNewest(loaded('ba', null), page).messages[0]).toMatchObject({ id: 'b', content: null });
  });
});

describe('withOlder', () => {
  test('continues the list', () => {
    expect(shown(withOlder(loaded('dc', 'c'), loaded('ba', null), 'c'))).toEqual(['dcba', null]);
  });

  test('is left out once the list continues elsewhere', () => {
    expect(shown(withOlder(loaded('zy', 'y'), loaded('ba', null), 'c'))).toEqual(['zy', 'y']);
  });
});

test('withChanged changes one message', () => {
  const { messages } = withChanged(loaded('ba', null), 'a', { content: 'Other' });
  expect(messages.map(({ content }) => content)).toEqual(['Text b', 'Other']);
});

test.each([
  ['at once', ME, 0, null, true],
  ['before 15 minutes are over', ME, 15 * 60_000 - 1, null, true],
  ['after 15 minutes', ME, 15 * 60_000, null, false],
  ['of another', JONAS, 0, null, false],
  ['when removed', ME, 0, '2026-11-26T12:00:00.000Z', false],
])('isEditable %s', (_what, senderId, age, removed_at, expected) => {
  const sent = message('a', { senderId, removed_at });
  expect(isEditable(sent, ME, Date.parse(sent.created_at) + age)).toBe(expected);
});
