import { expect, test } from 'vitest';
import { isKept, keptData, surplus, withOlder } from './answers.rules.ts';

test.each([
  [['me'], true],
  [['journal', 'entry', '1'], true],
  [['chat', 'rooms'], true],
  [['sessions'], false],
  [['users', 'ada'], false],
  [[], false],
])('answers of %j stay on this device: %s', (key, expected) => {
  expect(isKept(key)).toBe(expected);
});

test('of a list, the first seven pages are kept', () => {
  const pages = Array.from({ length: 9 }, (_, index) => index);
  expect(keptData({ pages, pageParams: pages })).toEqual({
    pages: [0, 1, 2, 3, 4, 5, 6],
    pageParams: [0, 1, 2, 3, 4, 5, 6],
  });
  const entry = { entry: { id: '1' } };
  expect(keptData(entry)).toBe(entry);
});

test('each root keeps its newest answers', () => {
  const answers = [
    { key: 'a', root: 'journal', storedAt: 1 },
    { key: 'b', root: 'journal', storedAt: 3 },
    { key: 'c', root: 'journal', storedAt: 2 },
    { key: 'd', root: 'me', storedAt: 0 },
  ];
  expect(surplus(answers, 2)).toEqual(['a']);
  expect(surplus(answers)).toEqual([]);
});

const listOf = (...pages: [ids: string, next_cursor: string | null][]) => ({
  pages: pages.map(([ids, next_cursor]) => ({ entries: [...ids].map((id) => ({ id })), next_cursor })),
  pageParams: ['', ...pages.map(([, cursor]) => cursor)].slice(0, pages.length),
});

test('the first page of a list does not replace the older entries that are kept', () => {
  const kept = listOf(['bcdef', 'after-f']);
  expect(withOlder(listOf(['abc', 'after-c']), kept)).toEqual(listOf(['abc', 'after-c'], ['def', 'after-f']));
});

test.each([
  ['a list that is whole', listOf(['ab', null]), listOf(['bc', null])],
  ['a list that shares no entry', listOf(['ab', 'after-b']), listOf(['xy', null])],
  ['a list with nothing older', listOf(['abc', 'after-c']), listOf(['bc', 'after-c'])],
  ['a first answer', listOf(['a', 'after-a']), undefined],
  ['an answer that is no list', { entry: { id: 'a' } }, listOf(['ab', null])],
])('%s stays as it came', (_what, fresh, kept) => {
  expect(withOlder(fresh, kept)).toBe(fresh);
});
