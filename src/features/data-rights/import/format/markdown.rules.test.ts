import { describe, expect, test } from 'vitest';
import { dateInPath, pathsFor, readDate, tagsOf, titleOfPath } from './markdown.rules.ts';

test.each<[string, string, string[]]>([
  ['a.png', 'x/note.md', ['x/a.png', 'a.png']],
  ['../img/a%20b.png', 'x/y/note.md', ['x/img/a b.png', 'x/img/a%20b.png']],
  ['/img/a.png', 'x/note.md', ['img/a.png']],
  ['../../../etc/passwd', 'x/note.md', []],
  ['100%.png', 'note.md', ['100%.png']],
])('%j of %j can be %j', (reference, file, paths) => {
  expect(pathsFor(reference, file)).toEqual(paths);
});

test.each([
  ['2024/2024-05-31-sunrise.md', '2024-05-31', 'sunrise'],
  ['20240531.md', '2024-05-31', null],
  ['2024/05/31.md', '2024-05-31', null],
  ['2024-05-31 A day.md', '2024-05-31', 'A day'],
  ['notes/idea.md', null, 'idea'],
  ['12345678901.md', null, null],
])('%j is of %j and called %j', (path, date, title) => {
  expect([dateInPath(path), titleOfPath(path)]).toEqual([date, title]);
});

describe('a date', () => {
  test.each<[string, ReturnType<typeof readDate>]>([
    ['2024-05-31', { date: '2024-05-31', time: null, instant: null }],
    ['2024-05-31 8:04', { date: '2024-05-31', time: '08:04', instant: null }],
    ['2024-05-31T18:04:05.123Z', { date: '2024-05-31', time: '18:04', instant: '2024-05-31T18:04:05.123Z' }],
    ['2024-05-31 18:04 +0200', { date: '2024-05-31', time: '18:04', instant: '2024-05-31T18:04:00+02:00' }],
    ['31.05.2024', { date: '2024-05-31', time: null, instant: null }],
    ['May 31, 2024 6:04 PM', { date: '2024-05-31', time: '18:04', instant: null }],
    ['2024-05-31 early', { date: '2024-05-31', time: null, instant: null, unread: 'early' }],
    ['soon', null],
  ])('%j', (text, expected) => {
    expect(readDate(text)).toEqual(expected);
  });
});

test.each<[unknown, string[]]>([
  [
    ['a', 1, '#b', null, {}],
    ['a', '1', 'b'],
  ],
  ['a, b c', ['a', 'b c']],
  ['a b', ['a', 'b']],
  [undefined, []],
])('the tags of %j are %j', (value, tags) => {
  expect(tagsOf(value).filter((tag) => tag !== '')).toEqual(tags);
});
