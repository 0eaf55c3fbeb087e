import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { isRestDate } from './rest-period.rules.ts';
import { currentStreakOf, longestStreakOf, type StreakDay, streaksOf } from './streak.rules.ts';
import { dateOfMoment, dayEndsAt } from './workout-window.rules.ts';

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

  const weekends = [{ id: 'w', kind: 'weekly', weekdays: [6, 7], from: '2026-11-01', until: null }] as const;
  const away = [
    { id: 'p', kind: 'pause', weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2026-11-21', until: '2026-12-04' },
  ] as const;
  const rejected = (date: string): StreakDay => ({ date, status: 'rejected' });

  test.each([
    // 20 November is a Friday.
    ['on the days of rest', three, weekends, '2026-11-22T20:00:00Z', 3],
    ['until the day after them is over', three, weekends, '2026-11-23T22:59:59.999Z', 3],
    ['once it is over', three, weekends, '2026-11-23T23:00:00Z', 0],
    ['with a check-in after them', [...three, ...verified('2026-11-23')], weekends, '2026-11-23T20:00:00Z', 4],
    ['with a check-in on one of them', [...three, ...verified('2026-11-22')], weekends, '2026-11-22T20:00:00Z', 4],
    [
      'with a rejected check-in on one of them',
      [...three, rejected('2026-11-21')],
      weekends,
      '2026-11-23T20:00:00Z',
      3,
    ],
    ['with a rejected check-in after them', [...three, rejected('2026-11-23')], weekends, '2026-11-23T20:00:00Z', 0],
    ['in a pause', three, away, '2026-12-04T20:00:00Z', 3],
    ['on the day after a pause', three, away, '2026-12-05T22:59:59.999Z', 3],
    ['once the day after a pause is over', three, away, '2026-12-05T23:00:00Z', 0],
    ['with a pause that begins later', three, [{ ...away[0], from: '2026-11-22' }], '2026-11-22T20:00:00Z', 0],
  ] as const)('three dates before rest, %s', (_when, days, rest, now, expected) => {
    expect(currentStreakOf(days, { ...berlin, rest }, new Date(now))).toBe(expected);
  });

  test('equals a count of one date after another, over rest, leap days, clock changes and in all zones', () => {
    const status = fc.constantFrom('verified', 'pending', 'rejected', null, null);
    const first = fc.constantFrom('2026-10-15', '2027-03-20', '2028-02-10');
    const rest = fc.record({
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
      pauses: fc.array(fc.tuple(fc.nat(40), fc.nat(12)), { maxLength: 2 }),
    });
    const zone = fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Niue', 'America/New_York');
    const startTime = fc.constantFrom('02:30', '12:00', '23:00');
    fc.assert(
      fc.property(
        first,
        fc.array(status, { maxLength: 35 }),
        rest,
        zone,
        startTime,
        fc.nat(50 * 24),
        (start, statuses, { weekdays, pauses }, zone, startTime, hours) => {
          const dates = Array.from({ length: 60 }, (_, day) => addDays(start, day));
          const window = {
            startTime,
            zone,
            since: start,
            rest: [
              { id: 'weekly', kind: 'weekly' as const, weekdays, from: start, until: null },
              ...pauses.map(([from, length], index) => {
                const begin = addDays(start, from);
                const until = addDays(begin, length);
                return { id: `${index}`, kind: 'pause' as const, weekdays: [1, 2, 3, 4, 5, 6, 7], from: begin, until };
              }),
            ],
          };
          const now = new Date(Date.parse(start) + hours * 60 * 60 * 1000);
          const days = statuses.flatMap((status, day) => {
            const date = dates[day] ?? '';
            return status === null || date > dateOfMoment(now, window) ? [] : { date, status };
          });
          let [current, longest, run] = [0, 0, 0];
          for (const date of dates) {
            const status = days.find((day) => day.date === date)?.status;
            const isCounted = status === 'verified' || status === 'pending';
            const isRest = isRestDate(date, window.rest);
            if (isCounted) [current, run] = [current + 1, run + 1];
            else if (!isRest) {
              run = 0;
              if (status === 'rejected' || dayEndsAt(date, window) <= now) current = 0;
            }
            longest = Math.max(longest, run);
          }
          expect(streaksOf(days, window, now)).toEqual({ current, longest });
        },
      ),
    );
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
