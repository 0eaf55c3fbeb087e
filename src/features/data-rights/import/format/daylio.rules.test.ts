import { expect, test } from 'vitest';
import { activitiesOf, createMinuteIds, dateOfRecord, isHtml } from './daylio.rules.ts';

test.each<[Record<string, string>, string | null]>([
  [{ full_date: '2023-11-20', date: 'November 20' }, '2023-11-20'],
  [{ year: '2018', date: '18 May' }, '2018-05-18'],
  [{ year: '2018', date: 'Sept 3' }, '2018-09-03'],
  [{ year: '2018', date: 'no day' }, null],
  [{ date: '18 May' }, null],
  [{}, null],
])('the date of %j is %j', (record, date) => {
  expect(dateOfRecord(record)).toBe(date);
});

test('activities are between bars, and may have slashes', () => {
  expect(activitiesOf('clean | movies / tv |walk')).toEqual(['clean', 'movies / tv', 'walk']);
});

test.each([
  ['a < b and c > d', false],
  ['one<br>two', true],
  ['<div>one</div>', true],
])('%j has formatting: %s', (note, expected) => {
  expect(isHtml(note)).toBe(expected);
});

test('the entries of a minute are numbered', () => {
  const idOf = createMinuteIds();
  expect([idOf('a'), idOf('b'), idOf('a')]).toEqual(['a', 'b', 'a 2']);
});
