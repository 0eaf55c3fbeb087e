import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dateSpan,
  dayOfWeek,
  endOfDateEverywhere,
  instantOf,
  localDateOf,
  mondayOf,
  secondsUntilNextDay,
  startOfDateAnywhere,
} from './calendar-date.ts';
import { changesIn, wallClock, ZONES } from './test-clocks.ts';
import { isTimeZone } from './time-zone.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

// All supported runtimes have the same time zone rules for these years. Their data differ from 2025 on.
const anyInstant = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2024, 11, 31) });
const anyDate = fc.nat(12 * 365).map((days) => addDays('2012-01-01', days));
const anyZone = fc.constantFrom(...ZONES);

describe('the local date of an instant', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22'],
    ['Pacific/Kiritimati', '2026-11-21T09:59:59.999Z', '2026-11-21'],
    ['Pacific/Niue', '2026-11-21T10:59:59.999Z', '2026-11-20'],
    ['Pacific/Niue', '2026-11-21T11:00:00Z', '2026-11-21'],
    ['Europe/Berlin', '2026-12-31T23:00:00Z', '2027-01-01'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    ['UTC', '2028-02-29T23:59:59.999Z', '2028-02-29'],
  ])('in %s at %s is %s', (zone, instant, date) => {
    expect(localDateOf(new Date(instant), zone)).toBe(date);
  });

  test('is what a calendar on the wall shows, in any zone', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, instant) => {
        expect(localDateOf(new Date(instant), zone)).toBe(wallClock(instant, zone).slice(0, 10));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the instant of a local time', () => {
  test.each([
    ['on a usual day', '2026-05-31T18:04:05', 'Europe/Berlin', '2026-05-31T16:04:05.000Z'],
    ['in the hour that is skipped', '2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['in the hour that comes twice', '2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('%s: %s in %s', (_when, localTime, zone, instant) => {
    expect(instantOf(localTime, zone).toISOString()).toBe(instant);
  });
});

describe('a date in a zone', () => {
  test.each([
    ['lasts 24 hours', 'Europe/Berlin', '2026-11-21', '2026-11-20T23:00Z', 24],
    ['lasts 23 hours in spring', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', 23],
    ['lasts 25 hours in autumn', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', 25],
    ['lasts half an hour less', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
    ['begins at one where midnight is skipped', 'Asia/Beirut', '2022-03-27', '2022-03-26T22:00Z', 23],
    ['ends after the second of its last hours', 'America/Santiago', '2024-04-06', '2024-04-06T03:00Z', 25],
    ['begins with the first of two midnights', 'America/Havana', '2024-11-03', '2024-11-03T04:00Z', 25],
    ['lasts nothing where it was skipped', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', 0],
    ['lasts 24 hours in the year of the leap day', 'UTC', '2028-02-29', '2028-02-29T00:00Z', 24],
  ])('%s: %s, %s from %s, %d hours', (_what, zone, date, start, hours) => {
    const { startsAt, endsAt } = dateSpan(date, zone);
    expect(startsAt.toISOString()).toBe(start.replace('Z', ':00.000Z'));
    expect((endsAt.getTime() - startsAt.getTime()) / HOUR).toBe(hours);
  });

  test('holds its own instants and no others, in any zone, on any day', () => {
    const holds = (zone: string, date: string) => {
      const { startsAt, endsAt } = dateSpan(date, zone);
      const dateAt = (instant: number) => wallClock(instant, zone).slice(0, 10);
      expect(dateAt(startsAt.getTime() - 1)).toBe(addDays(date, -1));
      expect(dateAt(startsAt.getTime())).toBe(date);
      expect(dateAt(endsAt.getTime() - 1)).toBe(date);
      expect(dateAt(endsAt.getTime())).toBe(addDays(date, 1));
    };
    fc.assert(fc.property(anyZone, anyDate, holds), { numRuns: 300 });
    const year = fc.integer({ min: 2012, max: 2023 });
    fc.assert(
      fc.property(anyZone, year, fc.constantFrom(-DAY, 0), (zone, year, away) => {
        for (const change of changesIn(year, zone)) holds(zone, wallClock(change + away, zone).slice(0, 10));
      }),
      { numRuns: 300 },
    );
  });
});

describe('dates', () => {
  test.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-21', 365, '2027-11-21'],
  ])('%s and %d days are %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test.each([
    ['2026-11-16', 1, '2026-11-16'],
    ['2026-11-21', 6, '2026-11-16'],
    ['2026-11-22', 7, '2026-11-16'],
    ['2027-01-01', 5, '2026-12-28'],
    ['2028-02-29', 2, '2028-02-28'],
  ])('%s is day %d of the week of %s', (date, day, monday) => {
    expect(dayOfWeek(date)).toBe(day);
    expect(mondayOf(date)).toBe(monday);
  });

  test('add up, and have their week, like those of the machine', () => {
    const plain = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -5_000, max: 5_000 }), (date, days) => {
        expect(addDays(date, days)).toBe(plain(Date.parse(date) + days * DAY));
        const day = new Date(date).getUTCDay();
        expect(dayOfWeek(date)).toBe(day === 0 ? 7 : day);
        expect(mondayOf(date)).toBe(plain(Date.parse(date) - ((day + 6) % 7) * DAY));
      }),
    );
  });

  test('end everywhere at noon of the next day in London, in winter', () => {
    expect(endOfDateEverywhere('2026-12-31')).toEqual(new Date('2027-01-01T12:00:00Z'));
    expect(dateSpan('2026-12-31', 'Etc/GMT+12').endsAt).toEqual(endOfDateEverywhere('2026-12-31'));
  });

  test('begin somewhere at ten in the morning of the day before in London, in winter, and in no zone earlier', () => {
    expect(startOfDateAnywhere('2027-01-01')).toEqual(new Date('2026-12-31T10:00:00Z'));
    expect(dateSpan('2027-01-01', 'Etc/GMT-14').startsAt).toEqual(startOfDateAnywhere('2027-01-01'));
    fc.assert(
      fc.property(anyZone, anyDate, (zone, date) => {
        expect(dateSpan(date, zone).startsAt.getTime()).toBeGreaterThanOrEqual(startOfDateAnywhere(date).getTime());
      }),
    );
  });

  test('have ended in every zone by then', () => {
    fc.assert(
      fc.property(anyZone, anyDate, (zone, date) => {
        expect(dateSpan(date, zone).endsAt.getTime()).toBeLessThanOrEqual(endOfDateEverywhere(date).getTime());
      }),
    );
  });

  test.each(['2026-02-30', '2026-13-01', '2026-1-1', '20260101', '', 'today', '2026-01-01T00:00:00Z', '+002026-01-01'])(
    'are no such thing as %j',
    (date) => {
      expect(() => addDays(date, 1)).toThrow(RangeError);
      expect(() => dayOfWeek(date)).toThrow(RangeError);
      expect(() => dateSpan(date, 'UTC')).toThrow(RangeError);
    },
  );
});

describe('a time zone', () => {
  test.each([
    'Europe/Berlin',
    'europe/berlin',
    'UTC',
    'Etc/GMT+12',
    'America/Argentina/Buenos_Aires',
    'US/Pacific',
    'EST5EDT',
  ])('is %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  });

  test('is every one that the machine knows', () => {
    expect(ZONES.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  test.each([
    'FOO3',
    '+99',
    '+02:00',
    'Mars/Phobos',
    'ACT',
    'Europe',
    '',
    ' UTC',
    'Z',
    '2026-01-01T00:00[UTC]',
    '../UTC',
  ])('is not %j, which is read as UTC', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
    expect(localDateOf(new Date('2026-11-21T23:59:59Z'), zone)).toBe('2026-11-21');
    expect(dateSpan('2026-11-21', zone)).toEqual(dateSpan('2026-11-21', 'UTC'));
  });
});

describe('the next day', () => {
  test.each([
    ['2026-11-21T00:00:00.000Z', 86_400],
    ['2026-11-21T12:00:00.500Z', 43_200],
    ['2026-11-21T23:59:59.001Z', 1],
    ['2026-11-21T23:59:59.999Z', 1],
  ])('after %s begins in %i seconds', (instant, seconds) => {
    expect(secondsUntilNextDay(new Date(instant))).toBe(seconds);
  });
});
