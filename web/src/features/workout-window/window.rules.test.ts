import { describe, expect, test } from 'vitest';
import {
  appliesFrom,
  earliestChange,
  endedPause,
  fieldsOf,
  isNameMissing,
  newPause,
  pauseProblemOf,
  roundedCoordinates,
  setupOf,
  toggled,
  weekdaysFrom,
} from './window.rules.ts';

const fields = fieldsOf(null, 'Europe/Berlin');

test('a new window is suggested for the evening, in the zone of the user', () => {
  expect(setupOf(fields)).toEqual({
    activityType: 'walk',
    customActivity: null,
    windowStartTime: '18:00',
    windowEndTime: '20:00',
    timezone: 'Europe/Berlin',
    restDays: [],
    pause: null,
  });
});

test.each([
  ['23:30', '01:30'],
  ['00:00', '02:00'],
])('a window from %s ends at %s', (start, end) => {
  expect(setupOf({ ...fields, start }).windowEndTime).toBe(end);
});

test('the words of the user are kept for another activity only', () => {
  const named = { ...fields, name: '  Scales ' };
  expect(setupOf({ ...named, activity: 'other' }).customActivity).toBe('Scales');
  expect(setupOf(named).customActivity).toBeNull();
  expect(isNameMissing({ ...fields, activity: 'other', name: '  ' })).toBe(true);
  expect(isNameMissing({ ...named, activity: 'other' })).toBe(false);
  expect(isNameMissing(fields)).toBe(false);
});

describe('rest days', () => {
  test.each([
    [[], 6, [6]],
    [[6], 6, []],
    [[6], 1, [1, 6]],
    [[1, 2, 3, 4, 5, 6], 7, [1, 2, 3, 4, 5, 6]],
  ])('%j with %i are %j', (restDays, weekday, expected) => {
    expect(toggled(restDays, weekday)).toEqual(expected);
  });

  test('stand in the order of the weeks of the user', () => {
    expect(weekdaysFrom(0)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(weekdaysFrom(6)).toEqual([7, 1, 2, 3, 4, 5, 6]);
  });
});

describe('a pause', () => {
  const kept = { from: '2026-11-20', until: '2026-12-02' };

  test.each([
    ['2026-11-29', '2026-11-29', null, null],
    ['2026-11-29', '2026-11-28', null, 'order'],
    ['2026-11-29', '2027-01-27', null, null],
    ['2026-11-29', '2027-01-28', null, 'tooLong'],
    ['2026-11-28', '2026-11-30', null, 'tooEarly'],
    ['2026-11-20', '2026-11-30', kept, null],
    ['2026-11-21', '2026-11-30', kept, 'tooEarly'],
  ] as const)('from %s until %s, with %j before, has the problem %s', (from, until, before, problem) => {
    expect(pauseProblemOf({ from, until }, before, '2026-11-29')).toBe(problem);
  });

  test('is a week at first, over the end of a year too', () => {
    expect(newPause('2026-12-28')).toEqual({ from: '2026-12-28', until: '2027-01-03' });
  });

  test('that has begun ends the day before, and one that has not is none', () => {
    expect(endedPause(kept, '2026-11-29')).toEqual({ from: '2026-11-20', until: '2026-11-28' });
    expect(endedPause(kept, '2026-11-20')).toBeNull();
    expect(endedPause(kept, '2026-11-01')).toBeNull();
  });
});

test.each([
  [{ isCheckedIn: false, hasOpened: false }, 'today', '2026-11-29'],
  [{ isCheckedIn: false, hasOpened: true }, 'timeToday', '2026-11-30'],
  [{ isCheckedIn: true, hasOpened: true }, 'tomorrow', '2026-11-30'],
  [{ isCheckedIn: true, hasOpened: false }, 'tomorrow', '2026-11-30'],
] as const)('a change with %j counts from %s, and rest from %s', (facts, from, earliest) => {
  expect(appliesFrom({ date: '2026-11-29', ...facts })).toBe(from);
  expect(earliestChange({ date: '2026-11-29', ...facts })).toBe(earliest);
});

test('coordinates are rounded to two decimals', () => {
  expect(roundedCoordinates({ latitude: 51.339_69, longitude: -0.000_4 })).toEqual({ latitude: 51.34, longitude: 0 });
});
