import { describe, expect, test } from 'vitest';
import { localDateOf } from './calendar-date.ts';
import { instantAt } from './local-time.ts';
import { canonicalZone, offsetChanges, offsetPeriodAt, ZONE_DATA_VERSION, ZONE_NAMES } from './time-zone.ts';

describe('the zones that changed their rules in 2026', () => {
  // The announced changes: these clocks stay as they are in November 2026, and those of Morocco change to UTC permanently.
  test.each([
    ['America/Vancouver', '2026-11-28T13:00:00.000Z'],
    ['America/Edmonton', '2026-11-28T12:00:00.000Z'],
    ['America/Inuvik', '2026-11-28T12:00:00.000Z'],
    ['America/Winnipeg', '2026-11-28T11:00:00.000Z'],
    ['America/Havana', '2026-11-28T10:00:00.000Z'],
    ['Africa/Casablanca', '2026-11-28T06:00:00.000Z'],
    ['Africa/El_Aaiun', '2026-11-28T06:00:00.000Z'],
  ])('in %s it is 06:00 on 28 November at %s', (zone, instant) => {
    expect(instantAt({ date: '2026-11-28', time: '06:00', zone }).toISOString()).toBe(instant);
  });

  test.each([
    ['America/Vancouver', '2026-11-28T07:30:00Z', '2026-11-28'],
    ['America/Winnipeg', '2026-11-28T05:30:00Z', '2026-11-28'],
    ['America/Havana', '2026-11-28T04:30:00Z', '2026-11-28'],
    ['Africa/Casablanca', '2026-11-27T23:30:00Z', '2026-11-27'],
  ])('in %s the date at %s is %s', (zone, instant, date) => {
    expect(localDateOf(new Date(instant), zone)).toBe(date);
  });
});

describe('the data', () => {
  test('are those of 2026f or later', () => {
    expect(ZONE_DATA_VERSION >= '2026f').toBe(true);
    expect(ZONE_NAMES.length).toBeGreaterThanOrEqual(597);
  });

  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['US/PACIFIC', 'US/Pacific'],
    ['utc', 'UTC'],
    ['America/Coyhaique', 'America/Coyhaique'],
    ['US/Pacific-New', null],
    ['Canada/East-Saskatchewan', null],
    ['SystemV/PST8PDT', null],
    ['Europe_Berlin', null],
    ['', null],
  ])('spell %j as %j', (text, name) => {
    expect(canonicalZone(text)).toBe(name);
  });
});

describe('the changes of an offset', () => {
  test('are those of the clocks, later than the first instant', () => {
    const [spring, autumn] = [new Date('2026-03-29T01:00:00Z'), new Date('2026-10-25T01:00:00Z')];
    expect(offsetChanges('Europe/Berlin', new Date('2026-01-01'), new Date('2027-01-01'))).toEqual([
      { at: spring, offsetMinutes: 120 },
      { at: autumn, offsetMinutes: 60 },
    ]);
    expect(offsetChanges('Europe/Berlin', spring, autumn)).toEqual([{ at: autumn, offsetMinutes: 60 }]);
    expect(offsetChanges('UTC', new Date(0), new Date('2030-01-01'))).toEqual([]);
  });

  test('bound the period of an instant', () => {
    const period = offsetPeriodAt(Date.parse('2026-07-01'), 'Europe/Berlin');
    expect(period).toEqual({
      from: Date.parse('2026-03-29T01:00:00Z'),
      until: Date.parse('2026-10-25T01:00:00Z'),
      offsetMs: 7_200_000,
    });
    expect(offsetPeriodAt(0, 'Mars/Phobos')).toEqual({ from: -Infinity, until: Infinity, offsetMs: 0 });
  });
});
