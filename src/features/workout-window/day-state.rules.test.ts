import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localDateOf } from '#platform/days/calendar-date.ts';
import {
  type CheckInStatus,
  countedStateOf,
  dayStateOf,
  isNextDay,
  type LastCheckIn,
  ownDayStateOf,
} from './day-state.rules.ts';
import { dateOfMoment } from './workout-window.rules.ts';

const HOUR = 60 * 60 * 1000;
const DATE = '2026-11-21';
const morning = { startTime: '06:00', zone: 'Europe/Berlin', since: '2026-11-01', isRest: false };
const night = { ...morning, startTime: '23:00' };

describe('day state', () => {
  test.each([
    ['verified', 'completed'],
    ['pending', 'pending'],
    ['rejected', 'failed'],
  ] as const)('a check-in that is %s makes it %s, whenever one asks', (status, expected) => {
    for (const now of ['2026-10-01T00:00:00Z', '2026-11-21T06:00:00Z', '2027-01-01T00:00:00Z']) {
      expect(dayStateOf(status, DATE, morning, new Date(now))).toBe(expected);
      expect(dayStateOf(status, '2020-01-01', morning, new Date(now))).toBe(expected);
      expect(dayStateOf(status, DATE, null, new Date(now))).toBe(expected);
    }
  });

  test.each([
    ['days before', morning, '2026-11-19T12:00:00Z', 'not_started'],
    ['just before the window opens', morning, '2026-11-21T04:59:59.999Z', 'not_started'],
    ['when the window opens', morning, '2026-11-21T05:00:00Z', 'pending'],
    ['after the window', morning, '2026-11-21T12:00:00Z', 'pending'],
    ['just before midnight', morning, '2026-11-21T22:59:59.999Z', 'pending'],
    ['at midnight', morning, '2026-11-21T23:00:00Z', 'failed'],
    ['at midnight, with the window still open', night, '2026-11-21T23:00:00Z', 'pending'],
    ['when the window ends that crosses midnight', night, '2026-11-22T00:00:00Z', 'failed'],
    ['a year later', morning, '2027-11-21T12:00:00Z', 'failed'],
    ['before the person had a window', { ...morning, since: '2026-11-22' }, '2026-12-24T12:00:00Z', 'not_started'],
    ['on the first date with a window', { ...morning, since: '2026-11-21' }, '2026-12-24T12:00:00Z', 'failed'],
    ['without a window', null, '2026-12-24T12:00:00Z', 'not_started'],
  ])('without a check-in, %s: %o', (_when, window, now, expected) => {
    expect(dayStateOf(null, DATE, window, new Date(now))).toBe(expected);
  });

  test.each([
    ['without a check-in, before the window', null, '2026-11-20T12:00:00Z', 'rest'],
    ['without a check-in, in the window', null, '2026-11-21T06:00:00Z', 'rest'],
    ['without a check-in, a year later', null, '2027-11-21T12:00:00Z', 'rest'],
    ['with a pending check-in', 'pending', '2026-11-21T06:00:00Z', 'pending'],
    ['with a verified check-in', 'verified', '2026-11-21T06:00:00Z', 'completed'],
    ['with a rejected check-in', 'rejected', '2026-11-21T06:00:00Z', 'rest'],
  ] as const)('a date of rest %s is %s', (_when, status, now, expected) => {
    expect(dayStateOf(status, DATE, { ...morning, isRest: true }, new Date(now))).toBe(expected);
  });

  test('a date of rest is that of a closed window as well, and none before the user had a window', () => {
    const rest = [{ id: '1', kind: 'weekly', weekdays: [6], from: '2026-11-01', until: null }] as const;
    const closed = { ...morning, isOpen: false, rest };
    const stateOn = (date: string, isInChain = false) =>
      ownDayStateOf({ status: null, window: closed, isInChain }, date, new Date('2026-11-23T12:00:00Z'));
    expect([stateOn(DATE), stateOn('2026-11-20'), stateOn('2026-11-20', true)]).toEqual([
      'rest',
      'not_started',
      'failed',
    ]);
    expect(
      dayStateOf(null, DATE, { ...morning, isRest: true, since: '2026-11-22' }, new Date('2026-11-23T12:00:00Z')),
    ).toBe('not_started');
  });

  test('counts not_started as pending, and leaves out rest', () => {
    expect(countedStateOf('rest')).toBeNull();
    expect(countedStateOf('not_started')).toBe('pending');
    expect(countedStateOf('pending')).toBe('pending');
    expect(countedStateOf('completed')).toBe('completed');
    expect(countedStateOf('failed')).toBe('failed');
  });

  test('only advances while there is no check-in', () => {
    const order = ['not_started', 'pending', 'failed'];
    const minute = fc.integer({ min: Date.UTC(2026, 10, 20), max: Date.UTC(2026, 10, 24) });
    const start = fc.constantFrom('00:00', '06:00', '22:00', '23:59');
    const zone = fc.constantFrom('Europe/Berlin', 'Pacific/Niue', 'Pacific/Kiritimati');
    fc.assert(
      fc.property(minute, minute, start, zone, (one, other, startTime, zone) => {
        const stateAt = (now: number) => dayStateOf(null, DATE, { ...morning, startTime, zone }, new Date(now));
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((now) => order.indexOf(stateAt(now)));
        expect(later).toBeGreaterThanOrEqual(earlier ?? 0);
      }),
    );
  });
});

describe('next day', () => {
  const berlin: LastCheckIn = { date: DATE, zone: 'Europe/Berlin' };
  const niue: LastCheckIn = { date: DATE, zone: 'Pacific/Niue' };
  const kiritimati: LastCheckIn = { date: DATE, zone: 'Pacific/Kiritimati' };
  test.each([
    ['the first check-in of all', null, DATE, '2026-11-21T12:00:00Z', true],
    ['a second one that day', berlin, DATE, '2026-11-21T20:00:00Z', false],
    ['one on the next day', berlin, '2026-11-22', '2026-11-21T23:00:00Z', true],
    ['one for a day before', berlin, '2026-11-20', '2026-11-21T20:00:00Z', false],
    ['one after weeks', berlin, '2026-12-24', '2026-12-24T12:00:00Z', true],
    ['Kiritimati, then Niue, where it is the day before', kiritimati, '2026-11-20', '2026-11-21T05:00:00Z', false],
    ['Kiritimati, then Niue, where that date begins again', kiritimati, DATE, '2026-11-21T12:00:00Z', false],
    ['Kiritimati, then Niue, a date later', kiritimati, '2026-11-22', '2026-11-22T11:00:00Z', true],
    ['Niue, then Kiritimati, where it is tomorrow', niue, '2026-11-22', '2026-11-21T12:00:00Z', false],
    [
      'Niue, then Kiritimati, where it is the day after tomorrow',
      niue,
      '2026-11-23',
      '2026-11-22T10:59:59.999Z',
      false,
    ],
    ['Niue, then Kiritimati, once the day has ended in Niue', niue, '2026-11-23', '2026-11-22T11:00:00Z', true],
  ])('%s: %o', (_what, last, date, now, expected) => {
    expect(isNextDay(date, new Date(now), last)).toBe(expected);
  });

  test('allows at most one check-in per calendar date, whatever the changes of time zone', () => {
    const zone = fc.constantFrom('Pacific/Niue', 'America/New_York', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati');
    const start = fc.constantFrom('06:00', '23:00');
    const step = fc.record({ zone, startTime: start, minutes: fc.integer({ min: 1, max: 18 * 60 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        let now = Date.UTC(2026, 10, 1, 12);
        const begin = now;
        const made: { date: string; zone: string; at: number }[] = [];
        for (const { zone, startTime, minutes } of steps) {
          now += minutes * 60_000;
          const date = dateOfMoment(new Date(now), { zone, startTime, since: '2020-01-01' });
          if (isNextDay(date, new Date(now), made.at(-1) ?? null)) made.push({ date, zone, at: now });
        }
        expect(made.map(({ date }) => date)).toEqual([...new Set(made.map(({ date }) => date))].toSorted());
        for (const [index, { at }] of made.entries()) {
          const previous = made[index - 1];
          if (previous) expect(localDateOf(new Date(at), previous.zone) > previous.date).toBe(true);
        }
        // One a day, and one more at each end: dates on earth differ by up to 26 hours.
        expect(made.length).toBeLessThanOrEqual((now - begin) / (24 * HOUR) + 3);
      }),
    );
  });
});

test('every check-in status has a day state', () => {
  const statuses: CheckInStatus[] = ['pending', 'verified', 'rejected'];
  expect(statuses.map((status) => dayStateOf(status, DATE, morning, new Date(0)))).toEqual([
    'pending',
    'completed',
    'failed',
  ]);
});
