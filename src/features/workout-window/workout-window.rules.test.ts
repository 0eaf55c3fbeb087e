import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateOfMoment,
  dayEndsAt,
  isTwoHours,
  isWithinWindow,
  type Location,
  matchingGroupOf,
  type WindowFacts,
} from './workout-window.rules.ts';

const windowOf = (startTime: string, zone = 'Europe/Berlin', since = '2020-01-01'): WindowFacts => ({
  startTime,
  zone,
  since,
});

describe('duration of a window', () => {
  test.each([
    ['06:00', '08:00', true],
    ['00:00', '02:00', true],
    ['22:00', '00:00', true],
    ['23:00', '01:00', true],
    ['23:59', '01:59', true],
    ['06:00', '08:01', false],
    ['06:00', '07:59', false],
    ['06:00', '06:00', false],
    ['08:00', '06:00', false],
    ['06:00', '20:00', false],
    ['01:00', '23:00', false],
  ])('%s to %s lasts two hours: %s', (startTime, endTime, expected) => {
    expect(isTwoHours(startTime, endTime)).toBe(expected);
  });
});

describe('date of a moment', () => {
  const night = windowOf('23:00');
  test.each([
    ['in the morning', windowOf('06:00'), '2026-11-21T05:30:00Z', '2026-11-21'],
    ['just before midnight', windowOf('06:00'), '2026-11-21T22:59:59.999Z', '2026-11-21'],
    ['at midnight', windowOf('06:00'), '2026-11-21T23:00:00Z', '2026-11-22'],
    ['at midnight, with the window open', night, '2026-11-21T23:00:00Z', '2026-11-21'],
    ['just before a window ends that began yesterday', night, '2026-11-21T23:59:59.999Z', '2026-11-21'],
    ['when a window ends that began yesterday', night, '2026-11-22T00:00:00Z', '2026-11-22'],
    ['at the start of the window', night, '2026-11-22T22:00:00Z', '2026-11-22'],
    ['when the window ends at midnight', windowOf('22:00'), '2026-11-21T23:00:00Z', '2026-11-22'],
    [
      'with a window that there was no yesterday',
      windowOf('23:00', 'UTC', '2026-11-22'),
      '2026-11-22T00:30:00Z',
      '2026-11-22',
    ],
    ['with a window since yesterday', windowOf('23:00', 'UTC', '2026-11-21'), '2026-11-22T00:30:00Z', '2026-11-21'],
    ['over the end of a year', windowOf('23:00', 'UTC'), '2027-01-01T00:30:00Z', '2026-12-31'],
    [
      'after a night in which clocks skip an hour',
      windowOf('23:30', 'Asia/Beirut'),
      '2022-03-26T22:59:59Z',
      '2022-03-26',
    ],
    [
      'at a midnight that comes an hour later',
      windowOf('23:30', 'America/Santiago'),
      '2024-04-07T04:15:00Z',
      '2024-04-06',
    ],
    ['after a night with an hour twice', windowOf('23:30', 'America/Santiago'), '2024-04-07T04:30:00Z', '2024-04-07'],
    ['in the first of two last hours', windowOf('23:30', 'America/Santiago'), '2024-04-07T02:45:00Z', '2024-04-06'],
    ['in the second of two last hours', windowOf('23:30', 'America/Santiago'), '2024-04-07T03:45:00Z', '2024-04-06'],
    ['where it is tomorrow', windowOf('06:00', 'Pacific/Kiritimati'), '2026-11-21T10:00:00Z', '2026-11-22'],
    ['where it is yesterday', windowOf('06:00', 'Pacific/Niue'), '2026-11-21T10:00:00Z', '2026-11-20'],
  ])('%s', (_when, window, moment, expected) => {
    expect(dateOfMoment(new Date(moment), window)).toBe(expected);
  });
});

describe('open window', () => {
  test.each([
    ['just before it opens', '2026-11-21T21:59:59.999Z', false],
    ['when it opens', '2026-11-21T22:00:00Z', true],
    ['after midnight', '2026-11-21T23:30:00Z', true],
    ['just before it closes', '2026-11-21T23:59:59.999Z', true],
    ['when it closes', '2026-11-22T00:00:00Z', false],
    ['at the same time of the next day', '2026-11-22T22:30:00Z', false],
  ])('%s: %s, %s', (_when, moment, expected) => {
    expect(isWithinWindow(new Date(moment), '2026-11-21', windowOf('23:00'))).toBe(expected);
  });
});

describe('end of the day', () => {
  test.each([
    ['at midnight', windowOf('06:00'), '2026-11-21T23:00:00.000Z'],
    ['at midnight, when the window ends', windowOf('22:00'), '2026-11-21T23:00:00.000Z'],
    ['when the window ends that crosses midnight', windowOf('23:00'), '2026-11-22T00:00:00.000Z'],
    ['an hour later in autumn', windowOf('06:00', 'America/New_York'), '2026-11-22T05:00:00.000Z'],
  ])('%s', (_when, window, expected) => {
    expect(dayEndsAt('2026-11-21', window).toISOString()).toBe(expected);
  });
});

describe('matching group', () => {
  const nowhere: Location = { city: null, region: null, country: null, timeZone: 'Europe/Berlin' };
  const berlin: Location = { ...nowhere, city: 'Berlin', region: 'Berlin', country: 'DE' };

  test.each<[string, Partial<Location>, Partial<Location>]>([
    ['letter case', { city: 'berlin', region: 'BERLIN', country: 'de' }, {}],
    ['the spaces around names', { city: ' Berlin ', region: '\tBerlin', country: 'DE\n' }, {}],
    ['the time zone, where a region is known', { timeZone: 'Asia/Tokyo' }, {}],
    ['the way an accent is written', { city: 'K\u00f6ln' }, { city: 'Ko\u0308ln' }],
    ['no name or an empty one for a city', { city: '  ' }, { city: null }],
  ])('does not depend on %s', (_what, one, other) => {
    expect(matchingGroupOf({ ...berlin, ...one })).toBe(matchingGroupOf({ ...berlin, ...other }));
  });

  test.each<[string, Partial<Location>]>([
    ['city', { city: 'Potsdam' }],
    ['region', { region: 'Brandenburg' }],
    ['country', { country: 'US' }],
    ['value for the city', { city: null }],
    ['value for the region', { region: null }],
  ])('differs for another %s', (_what, other) => {
    expect(matchingGroupOf({ ...berlin, ...other })).not.toBe(matchingGroupOf(berlin));
  });

  test('uses the region without a city', () => {
    const potsdam = { ...berlin, city: null, region: 'Brandenburg' };
    expect(matchingGroupOf(potsdam)).toBe(matchingGroupOf({ ...potsdam, timeZone: 'Europe/Paris' }));
  });

  test.each<[string, Partial<Location>]>([
    ['everything', {}],
    ['the region', { city: 'Berlin', country: 'DE' }],
    ['the country', { city: 'Berlin', region: 'Berlin' }],
    ['all but the country', { country: 'DE' }],
  ])('uses the time zone without %s', (_what, known) => {
    expect(matchingGroupOf({ ...nowhere, ...known })).toBe(matchingGroupOf(nowhere));
    expect(matchingGroupOf({ ...nowhere, ...known, timeZone: ' europe/BERLIN' })).toBe(matchingGroupOf(nowhere));
    expect(matchingGroupOf({ ...nowhere, ...known, timeZone: 'Asia/Tokyo' })).not.toBe(matchingGroupOf(nowhere));
  });

  test('is equal for equal names only', () => {
    const name = fc.constantFrom('a', 'b', '","', '"', 'a","b', ',', '[');
    const place = fc.record({ city: fc.option(name), region: name, country: name, timeZone: fc.constant('UTC') });
    fc.assert(
      fc.property(place, place, (one, other) => {
        const isSame = one.city === other.city && one.region === other.region && one.country === other.country;
        expect(matchingGroupOf(one) === matchingGroupOf(other)).toBe(isSame);
      }),
    );
  });
});
