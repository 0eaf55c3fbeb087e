import { expect, test } from 'vitest';
import { cachedData, isCacheable, surplus, withOlder } from './cached-query.rules.ts';

test.each([
  [['me'], true],
  [['journal', 'entry', '1'], true],
  [['chat', 'rooms'], true],
  [['mosaic', 'day', '2026-11-22'], true],
  [['sessions'], false],
  [['users', 'ada'], false],
  [[], false],
])('data of %j is cached on this device: %s', (key, expected) => {
  expect(isCacheable(key)).toBe(expected);
});

test('of a list, the first seven pages are cached', () => {
  const pages = Array.from({ length: 9 }, (_, index) => index);
  expect(cachedData({ pages, pageParams: pages })).toEqual({
    pages: [0, 1, 2, 3, 4, 5, 6],
    pageParams: [0, 1, 2, 3, 4, 5, 6],
  });
  const entry = { entry: { id: '1' } };
  expect(cachedData(entry)).toBe(entry);
});

test('each root keeps its newest queries', () => {
  const queries = [
    { key: 'a', root: 'journal', storedAt: 1 },
    { key: 'b', root: 'journal', storedAt: 3 },
    { key: 'c', root: 'journal', storedAt: 2 },
    { key: 'd', root: 'me', storedAt: 0 },
  ];
  expect(surplus(queries, 2)).toEqual(['a']);
  expect(surplus(queries)).toEqual([]);
});

test('of mosaics, those of the last fourteen responses are cached', () => {
  const queries = Array.from({ length: 16 }, (_, day) => ({ key: `${day}`, root: '["mosaic","day"]', storedAt: day }));
  expect(surplus(queries)).toEqual(['1', '0']);
});

const listOf = (...pages: [ids: string, next_cursor: string | null][]) => ({
  pages: pages.map(([ids, next_cursor]) => ({ entries: [...ids].map((id) => ({ id })), next_cursor })),
  pageParams: ['', ...pages.map(([, cursor]) => cursor)].slice(0, pages.length),
});

test('the first page of a list does not replace the older entries that are cached', () => {
  const cached = listOf(['bcdef', 'after-f']);
  expect(withOlder(listOf(['abc', 'after-c']), cached)).toEqual(listOf(['abc', 'after-c'], ['def', 'after-f']));
});

test.each([
  ['a list that is whole', listOf(['ab', null]), listOf(['bc', null])],
  ['a list that shares no entry', listOf(['ab', 'after-b']), listOf(['xy', null])],
  ['a list with nothing older', listOf(['abc', 'after-c']), listOf(['bc', 'after-c'])],
  ['data that comes first', listOf(['a', 'after-a']), undefined],
  ['data that is no list', { entry: { id: 'a' } }, listOf(['ab', null])],
])('%s stays as it came', (_what, fresh, cached) => {
  expect(withOlder(fresh, cached)).toBe(fresh);
});
