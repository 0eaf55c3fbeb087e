import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { currentStreakOf, longestStreakOf, type StreakDay, streaksOf } from './streak.rules.ts';

test.each([
  ['of nothing', [], 0],
  ['of one date', ['2026-11-21'], 1],
  ['of two dates in a row', ['2026-11-20', '2026-11-21'], 2],
  ['of two dates with one between them', ['2026-11-19', '2026-11-21'], 1],
  ['that came first', ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-10', '2026-11-11'], 3],
  ['that came last', ['2026-11-01', '2026-11-02', '2026-11-10', '2026-11-11', '2026-11-12'], 3],
  ['over the end of a year', ['2026-12-30', '2026-12-31', '2027-01-01'], 3],
  ['over a leap day', ['2028-02-28', '2028-02-29', '2028-03-01'], 3],
  ['over the end of February in other years', ['2027-02-28', '2027-03-01'], 2],
  ['over a change of the clocks', ['2026-03-28', '2026-03-29', '2026-03-30'], 3],
  ['in any order', ['2026-11-21', '2026-11-19', '2026-11-20'], 3],
  ['with dates that repeat', ['2026-11-20', '2026-11-20', '2026-11-21', '2026-11-21'], 2],
])('longest streak %s', (_what, dates, expected) => {
  expect(longestStreakOf(dates)).toBe(expected);
});

const berlin = { startTime: '06:00', zone: 'Europe/Berlin', since: '2026-11-01', rest: [] };
const night = { ...berlin, startTime: '23:00' };
const verified = (...dates: string[]): StreakDay[] => dates.map((date) => ({ date, status: 'verified' }));
const three = verified('2026-11-18', '2026-11-19', '2026-11-20');

describe('current streak', () => {
  const evening = '2026-11-21T20:00:00Z';
  test.each([
    ['without check-ins', [], berlin, evening, 0],
    ['without a window', three, null, '2026-11-20T12:00:00Z', 0],
    ['with a check-in today', [...three, ...verified('2026-11-21')], berlin, evening, 4],
    ['with a pending check-in today', [...three, { date: '2026-11-21', status: 'pending' }], berlin, evening, 4],
    ['with a rejected check-in today', [...three, { date: '2026-11-21', status: 'rejected' }], berlin, evening, 0],
    ['after a rejected check-in', [{ date: '2026-11-17', status: 'rejected' }, ...three], berlin, evening, 3],
    ['after a date without a check-in', verified('2026-11-18', '2026-11-20'), berlin, evening, 1],
    ['from the first date with a window', three, { ...berlin, since: '2026-11-18' }, evening, 3],
    ['in any order', three.toReversed(), berlin, evening, 3],
    [
      'over a change of the clocks',
      verified('2026-10-24', '2026-10-25', '2026-10-26'),
      berlin,
      '2026-10-26T12:00:00Z',
      3,
    ],
    ['over the end of a year', verified('2026-12-31', '2027-01-01'), berlin, '2027-01-01T12:00:00Z', 2],
  ] as const)('%s', (_what, days, window, now, expected) => {
    expect(currentStreakOf(days, window, new Date(now))).toBe(expected);
  });

  test.each([
    ['today is not over', berlin, '2026-11-21T22:59:59.999Z', 3],
    ['today is over', berlin, '2026-11-21T23:00:00Z', 0],
    ['today is over, but its window is still open after midnight', night, '2026-11-21T23:59:59.999Z', 3],
    ['the window that crossed midnight has closed', night, '2026-11-22T00:00:00Z', 0],
    ['a pause of a week, with the window closed or open', berlin, '2026-11-28T12:00:00Z', 0],
    ['the window has moved east: today ends earlier', { ...berlin, zone: 'Asia/Tokyo' }, '2026-11-21T15:00:00Z', 0],
    ['just before today ends in the east', { ...berlin, zone: 'Asia/Tokyo' }, '2026-11-21T14:59:59.999Z', 3],
    [
      'the window has moved west: today ends later',
      { ...berlin, zone: 'America/Denver' },
      '2026-11-22T06:59:59.999Z',
      3,
    ],
    ['today has ended in the west', { ...berlin, zone: 'America/Denver' }, '2026-11-22T07:00:00Z', 0],
    [
      'the date of the last check-in has not begun in the west',
      { ...berlin, zone: 'Pacific/Niue' },
      '2026-11-20T10:00:00Z',
      3,
    ],
  ] as const)('three dates until yesterday, %s', (_what, window, now, expected) => {
    expect(currentStreakOf(three, window, new Date(now))).toBe(expected);
  });

  test('a check-in after a pause starts a new run', () => {
    const days = [...three, ...verified('2026-11-28')];
    expect(streaksOf(days, berlin, new Date('2026-11-28T12:00:00Z'))).toEqual({ current: 1, longest: 3 });
  });

  test('a rejected check-in counts for neither streak', () => {
    const days: StreakDay[] = [...three, { date: '2026-11-21', status: 'rejected' }, ...verified('2026-11-22')];
    expect(streaksOf(days, berlin, new Date('2026-11-22T12:00:00Z'))).toEqual({ current: 1, longest: 3 });
  });

  test('is at most the longest streak, and 0 once the date after the last check-in is over', () => {
    const status = fc.constantFrom('verified', 'pending', 'rejected');
    const days = fc.uniqueArray(fc.record({ offset: fc.nat(30), status }), { selector: ({ offset }) => offset });
    fc.assert(
      fc.property(days, fc.nat(40), (made, today) => {
        const checkIns = made
          .filter(({ offset }) => offset <= today)
          .map(({ offset, status }) => ({ date: addDays('2026-11-01', offset), status }));
        const now = new Date(`${addDays('2026-11-01', today)}T12:00:00Z`);
        const { current, longest } = streaksOf(checkIns, berlin, now);
        expect(current).toBeLessThanOrEqual(longest);
        const last = Math.max(...made.filter(({ offset }) => offset <= today).map(({ offset }) => offset), -1);
        if (last < today - 1) expect(current).toBe(0);
      }),
    );
  });
});
