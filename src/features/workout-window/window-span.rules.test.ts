import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { changesIn, offsetAt, wallClock, ZONES } from '#platform/days/test-clocks.ts';
import { type LocalWindow, windowSpan, windowSpansOn } from './window-span.rules.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const startOf = (date: string, startTime: string, zone: string): string =>
  windowSpan({ date, startTime, zone }).startsAt.toISOString().replace(':00.000Z', 'Z');

describe('start of a window', () => {
  test.each([
    ['on an ordinary day', 'Europe/Berlin', '2026-11-21', '06:00', '2026-11-21T05:00Z'],
    ['in summer', 'Europe/Berlin', '2026-07-01', '06:00', '2026-07-01T04:00Z'],
    ['just before the clocks skip an hour', 'Europe/Berlin', '2026-03-29', '01:59', '2026-03-29T00:59Z'],
    ['in the hour that Berlin skips', 'Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30Z'],
    ['just after the hour that Berlin skips', 'Europe/Berlin', '2026-03-29', '03:00', '2026-03-29T01:00Z'],
    ['in the hour that New York skips', 'America/New_York', '2026-03-08', '02:00', '2026-03-08T07:00Z'],
    ['in the hour that Berlin has twice', 'Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30Z'],
    ['after the hour that Berlin has twice', 'Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00Z'],
    ['in the hour that New York has twice', 'America/New_York', '2026-11-01', '01:15', '2026-11-01T05:15Z'],
    ['in the half hour that Lord Howe skips', 'Australia/Lord_Howe', '2026-10-04', '02:10', '2026-10-03T15:40Z'],
    ['in the half hour that Lord Howe has twice', 'Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45Z'],
    [
      'in the hour that Casablanca has twice for Ramadan',
      'Africa/Casablanca',
      '2024-03-10',
      '02:30',
      '2024-03-10T01:30Z',
    ],
    ['in the hour that Casablanca skips after it', 'Africa/Casablanca', '2024-04-14', '02:30', '2024-04-14T02:30Z'],
    ['at a midnight that Beirut skips', 'Asia/Beirut', '2022-03-27', '00:00', '2022-03-26T22:00Z'],
    ['at a midnight that Santiago skips', 'America/Santiago', '2024-09-08', '00:15', '2024-09-08T04:15Z'],
    ['at a midnight that Cairo skips', 'Africa/Cairo', '2024-04-26', '00:30', '2024-04-25T22:30Z'],
    [
      'in the last hour of a day that Santiago has twice',
      'America/Santiago',
      '2024-04-06',
      '23:30',
      '2024-04-07T02:30Z',
    ],
    ['where the day begins first', 'Pacific/Kiritimati', '2026-01-01', '00:00', '2025-12-31T10:00Z'],
    ['where the day begins last', 'Pacific/Niue', '2026-01-01', '00:00', '2026-01-01T11:00Z'],
    ['on the day that Samoa skipped', 'Pacific/Apia', '2011-12-30', '10:00', '2011-12-30T20:00Z'],
    ['on a leap day', 'Asia/Kathmandu', '2028-02-29', '23:59', '2028-02-29T18:14Z'],
    ['on the last evening of a year', 'UTC', '2026-12-31', '23:00', '2026-12-31T23:00Z'],
  ])('%s: %s, %s %s is %s', (_when, zone, date, startTime, expected) => {
    expect(startOf(date, startTime, zone)).toBe(expected);
  });
});

describe('end of a window', () => {
  test.each([
    ['over midnight', 'Europe/Berlin', '2026-11-21', '23:00', '2026-11-22 01:00:00'],
    ['over the end of a year', 'America/New_York', '2026-12-31', '23:00', '2027-01-01 01:00:00'],
    [
      'over the hour that clocks skip, and ends an hour later on them',
      'Europe/Berlin',
      '2026-03-29',
      '01:00',
      '2026-03-29 04:00:00',
    ],
    ['from an hour that clocks skip', 'Europe/Berlin', '2026-03-29', '02:30', '2026-03-29 05:30:00'],
    [
      'over the hour that clocks show twice, and ends an hour earlier on them',
      'Europe/Berlin',
      '2026-10-25',
      '01:30',
      '2026-10-25 02:30:00',
    ],
  ])('%s: %s, %s %s ends at %s', (_when, zone, date, startTime, expected) => {
    const { startsAt, endsAt } = windowSpan({ date, startTime, zone });
    expect(endsAt.getTime() - startsAt.getTime()).toBe(2 * HOUR);
    expect(wallClock(endsAt.getTime(), zone)).toBe(expected);
  });
});

describe('invalid window', () => {
  const window: LocalWindow = { date: '2026-11-21', startTime: '06:00', zone: 'Europe/Berlin' };
  test.each([
    ...[
      '24:00',
      '7:5',
      '07:5',
      '7:05',
      '06:60',
      '-1:00',
      '06:00:00',
      '06:00Z',
      ' 06:00',
      '06:00\n',
      '0600',
      '',
      '٠٦:٠٠',
    ].map((startTime) => ({ startTime })),
    ...['2026-02-30', '2026-2-3', '20260203', '2026-11-21T00:00', '2025-02-29', '+002026-11-21', ''].map((date) => ({
      date,
    })),
  ])('throws for %j', (wrong) => {
    expect(() => windowSpan({ ...window, ...wrong })).toThrow(RangeError);
  });
});

/**
 * Reference implementation that scans the clock: the first instant that shows the start. If the clock never shows it, the start
 * without the change of clocks.
 */
function expectedStart({ date, startTime, zone }: LocalWindow): number {
  const shown = `${date} ${startTime}:00`;
  const asUtc = Date.parse(`${date}T${startTime}:00Z`);
  const offsets = [-DAY, -DAY / 2, 0, DAY / 2, DAY].map((away) => offsetAt(asUtc + away, zone));
  const instants = offsets.map((offset) => asUtc - offset);
  const matching = instants.filter((instant) => wallClock(instant, zone) === shown);
  return matching.length > 0 ? Math.min(...matching) : Math.max(...instants);
}

const minuteOfDay = fc.nat(24 * 60 - 1).map((minute) => {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((number) => String(number).padStart(2, '0'));
  return `${hours}:${minutes}`;
});

describe('in every time zone, from 2012 to 2024', () => {
  test('starts a window at its time on the clock', () => {
    const anyDay = fc.nat(12 * 365).map((days) => addDays('2012-01-01', days));
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), anyDay, minuteOfDay, (zone, date, startTime) => {
        const window = { zone, date, startTime };
        expect(windowSpan(window).startsAt.getTime()).toBe(expectedStart(window));
      }),
      { numRuns: 500 },
    );
  });

  test('starts a window at its time around a change of clocks', () => {
    const year = fc.integer({ min: 2012, max: 2024 });
    const minutesAway = fc.integer({ min: -3 * 60, max: 3 * 60 });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), year, minutesAway, minuteOfDay, (zone, year, minutes, timeThatDay) => {
        for (const change of changesIn(year, zone)) {
          const [date = '', time = ''] = wallClock(change + minutes * 60_000, zone).split(' ');
          // The clock never shows skipped times, so other times are generated too.
          for (const startTime of [time.slice(0, 5), timeThatDay]) {
            const window = { zone, date, startTime };
            expect(windowSpan(window).startsAt.getTime()).toBe(expectedStart(window));
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('windows of a date', () => {
  test('returns the same as windowSpan, and computes equal windows once', () => {
    const spanOf = windowSpansOn('2022-03-27');
    fc.assert(
      fc.property(fc.constantFrom('Europe/Berlin', 'Asia/Beirut', 'UTC'), minuteOfDay, (zone, startTime) => {
        const span = spanOf(startTime, zone);
        expect(span).toEqual(windowSpan({ date: '2022-03-27', startTime, zone }));
        expect(spanOf(startTime, zone)).toBe(span);
      }),
    );
  });

  test('throws like windowSpan, every time', () => {
    const spanOf = windowSpansOn('2026-03-29');
    expect(() => spanOf('24:00', 'UTC')).toThrow(RangeError);
    expect(() => spanOf('24:00', 'UTC')).toThrow(RangeError);
  });
});
