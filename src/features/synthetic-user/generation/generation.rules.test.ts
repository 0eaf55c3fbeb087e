import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTimeZone } from '#platform/days/time-zone.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import { decidesToCheckIn } from '../check-in/check-in.rules.ts';
import { CITIES, REGIONS } from './city.rules.ts';
import {
  ACTIVITIES,
  configWith,
  distribute,
  type GenerationConfig,
  generateIdentities,
  isUsableConfig,
  WINDOW_SLOTS,
} from './generation.rules.ts';
import { displayNames } from './name.rules.ts';

const DEFAULTS = configWith({});
const generate = (count: number, changes: Partial<GenerationConfig> = {}, seed = 'a seed') =>
  generateIdentities(count, configWith(changes), seededRandom(seed));

/** How often each value comes, in the order of the keys. */
const countsOf = <Key extends string>(keys: readonly Key[], values: readonly Key[]) =>
  keys.map((key) => values.filter((value) => value === key).length);

describe('distribution', () => {
  test.each([
    { count: 0, expected: [0, 0, 0, 0, 0] },
    { count: 1, expected: [0, 1, 0, 0, 0] },
    { count: 2, expected: [1, 1, 0, 0, 0] },
    { count: 7, expected: [2, 2, 1, 1, 1] },
    { count: 10, expected: [3, 3, 2, 1, 1] },
    { count: 100, expected: [25, 30, 20, 15, 10] },
    { count: 999, expected: [250, 299, 200, 150, 100] },
    { count: 1_000, expected: [250, 300, 200, 150, 100] },
  ])('of $count over the regions is $expected', ({ count, expected }) => {
    expect([...distribute(count, REGIONS, DEFAULTS.regions).values()]).toEqual(expected);
  });

  test.each([
    { count: 1, expected: [1, 0, 0, 0, 0, 0, 0] },
    { count: 7, expected: [2, 2, 1, 1, 1, 0, 0] },
    { count: 100, expected: [30, 25, 20, 10, 10, 3, 2] },
    { count: 1_000, expected: [300, 250, 200, 100, 100, 30, 20] },
  ])('of $count over the activities is $expected', ({ count, expected }) => {
    expect([...distribute(count, ACTIVITIES, DEFAULTS.activities).values()]).toEqual(expected);
  });

  test.each([
    { count: 1, expected: [0, 0, 0, 0, 1, 0] },
    { count: 7, expected: [1, 1, 1, 1, 2, 1] },
    { count: 100, expected: [15, 10, 20, 15, 25, 15] },
    { count: 1_000, expected: [150, 100, 200, 150, 250, 150] },
  ])('of $count over the slots is $expected', ({ count, expected }) => {
    expect([...distribute(count, WINDOW_SLOTS, DEFAULTS.windowSlots).values()]).toEqual(expected);
  });

  test('gives all to the only key with a share', () => {
    expect(Object.fromEntries(distribute(9, ['a', 'b'], { b: 1 }))).toEqual({ a: 0, b: 9 });
  });

  test('gives the rest to the first of equal remainders', () => {
    expect([...distribute(4, ['a', 'b', 'c'], { c: 1, b: 1, a: 1 }).values()]).toEqual([2, 1, 1]);
  });

  test('sums to the count, and differs from the exact share by less than one', () => {
    const share = fc.oneof(fc.nat(100), fc.double({ min: 0, max: 1_000_000, noNaN: true }));
    fc.assert(
      fc.property(fc.nat(1_000), fc.array(share, { minLength: 1, maxLength: 8 }), (count, parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        fc.pre(total > 0);
        const keys = parts.map((_, index) => `key ${index}`);
        const counts = distribute(count, keys, Object.fromEntries(parts.map((part, index) => [`key ${index}`, part])));
        expect([...counts.values()].reduce((sum, value) => sum + value, 0)).toBe(count);
        for (const [index, key] of keys.entries()) {
          const due = (count * (parts[index] ?? 0)) / total;
          expect(Math.abs((counts.get(key) ?? -1) - due)).toBeLessThan(1);
        }
      }),
    );
  });
});

describe('generated identities', () => {
  test.each([1, 7, 100, 1_000])('of %i have exact counts of each kind', (count) => {
    const people = generate(count);
    const slots = people.map(
      ({ windowStartTime, windowEndTime }) =>
        `${Number(windowStartTime.slice(0, 2))}-${Number(windowEndTime.slice(0, 2))}`,
    );
    expect(people).toHaveLength(count);
    expect(
      countsOf(
        REGIONS,
        people.map(({ region }) => region),
      ),
    ).toEqual([...distribute(count, REGIONS, DEFAULTS.regions).values()]);
    expect(
      countsOf(
        ACTIVITIES,
        people.map(({ activityType }) => activityType),
      ),
    ).toEqual([...distribute(count, ACTIVITIES, DEFAULTS.activities).values()]);
    expect(countsOf<string>(WINDOW_SLOTS, slots)).toEqual([
      ...distribute(count, WINDOW_SLOTS, DEFAULTS.windowSlots).values(),
    ]);
  });

  test('are equal for equal draws only', () => {
    expect(generate(50)).toEqual(generate(50));
    expect(generate(50, {}, 'another seed')).not.toEqual(generate(50));
  });

  test('live near the centre of a city of their region, in its state and time zone', () => {
    for (const person of generate(1_000)) {
      const home = CITIES[person.region].find(({ city }) => city === person.city);
      expect(person).toMatchObject({ state: home?.state, timezone: home?.timezone, country: 'US' });
      expect(Math.abs(person.latitude - (home?.latitude ?? 0))).toBeLessThanOrEqual(0.0401);
      expect(Math.abs(person.longitude - (home?.longitude ?? 0))).toBeLessThanOrEqual(0.0401);
    }
  });

  test('fill cities with at least six users each', () => {
    for (const count of [1, 5, 20, 60, 200, 1_000]) {
      const people = generate(count);
      for (const region of REGIONS) {
        const cities = people.filter((person) => person.region === region).map(({ city }) => city);
        const sizes = [...new Set(cities)].map((city) => cities.filter((other) => other === city).length);
        if (sizes.length > 1) expect(Math.min(...sizes)).toBeGreaterThanOrEqual(6);
      }
    }
    expect(new Set(generate(1_000).map(({ city }) => city)).size).toBe(39);
  });

  test('have a window of two hours, and the probability of the configuration', () => {
    for (const { windowStartTime, windowEndTime, checkInProbability } of generate(100)) {
      expect([windowStartTime, windowEndTime].join(' ')).toMatch(/^(06|08|12|14|16|18):00 (08|10|14|16|18|20):00$/);
      expect(Number(windowEndTime.slice(0, 2)) - Number(windowStartTime.slice(0, 2))).toBe(2);
      expect(checkInProbability).toBe(85);
    }
  });

  test('have a custom activity if and only if the type is other', () => {
    for (const { activityType, customActivity } of generate(1_000)) {
      if (activityType === 'other') expect(customActivity).toMatch(/^[a-z ]{3,100}$/);
      else expect(customActivity).toBeNull();
    }
  });

  test('mix regions, activities and slots independently', () => {
    const people = generate(1_000);
    const westCoast = people.filter(({ region }) => region === 'West Coast');
    const cardio = westCoast.filter(({ activityType }) => activityType === 'cardio').length;
    const early = people.filter(
      ({ activityType, windowStartTime }) => activityType === 'cardio' && windowStartTime === '06:00',
    ).length;
    expect(cardio).toBeGreaterThan(50);
    expect(cardio).toBeLessThan(100);
    expect(early).toBeGreaterThan(20);
    expect(early).toBeLessThan(75);
  });

  test('follow the given distributions', () => {
    const people = generate(20, {
      regions: { South: 1, Midwest: 3 },
      activities: { other: 5 },
      checkInProbability: 40,
    });
    expect(
      countsOf(
        REGIONS,
        people.map(({ region }) => region),
      ),
    ).toEqual([0, 0, 15, 5, 0]);
    expect(people.every((person) => person.activityType === 'other' && person.checkInProbability === 40)).toBe(true);
    expect(new Set(people.map(({ windowStartTime }) => windowStartTime)).size).toBe(6);
  });
});

describe('configuration', () => {
  test.each<[string, boolean, Partial<GenerationConfig>]>([
    ['the usual one', true, {}],
    ['shares that do not come to 100', true, { regions: { South: 1 } }],
    ['shares that are fractions', true, { activities: { walk: 0.25, other: 0.75 } }],
    ['a share of zero beside another one', true, { windowSlots: { '6-8': 0, '8-10': 1 } }],
    ['a probability of 0', true, { checkInProbability: 0 }],
    ['a probability of 100', true, { checkInProbability: 100 }],
    ['no shares', false, { regions: {} }],
    ['nothing but zero', false, { activities: { walk: 0 } }],
    ['a negative share', false, { windowSlots: { '6-8': -1, '8-10': 5 } }],
    ['an endless share', false, { regions: { South: Number.POSITIVE_INFINITY } }],
    ['a share that is no number', false, { regions: { South: Number.NaN } }],
    ['a share beyond measure', false, { regions: { South: 1e300 } }],
    ['shares of what there is not', false, { regions: { Atlantis: 5 } as GenerationConfig['regions'] }],
    ['a negative probability', false, { checkInProbability: -0.1 }],
    ['a probability above 100', false, { checkInProbability: 100.1 }],
  ])('with %s is usable: %s', (_what, expected, changes) => {
    expect(isUsableConfig(configWith(changes))).toBe(expected);
  });
});

describe('names', () => {
  test('are unique, for all 4,096', () => {
    expect(new Set(displayNames(4_096, 0)).size).toBe(4_096);
    expect(new Set(displayNames(4_096, 0.999_999)).size).toBe(4_096);
  });

  test('have a first and a last name, and differ from their neighbours in both', () => {
    const names = displayNames(1_000, 0.3).map((name) => name.split(' '));
    for (const [index, name] of names.entries()) {
      expect(name).toHaveLength(2);
      expect(name.join(' ')).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
      expect(name[0]).not.toBe(names[index - 1]?.[0]);
      expect(name[1]).not.toBe(names[index - 1]?.[1]);
    }
  });
});

describe('cities', () => {
  test.each(REGIONS)('of the %s are six or more, unique, in valid time zones', (region) => {
    const cities = CITIES[region];
    expect(cities.length).toBeGreaterThanOrEqual(6);
    expect(new Set(cities.map(({ city }) => city)).size).toBe(cities.length);
    for (const { latitude, longitude, timezone } of cities) {
      expect(isTimeZone(timezone)).toBe(true);
      expect(latitude).toBeGreaterThan(24);
      expect(latitude).toBeLessThan(49);
      expect(longitude).toBeGreaterThan(-125);
      expect(longitude).toBeLessThan(-66);
    }
  });

  test('have a time zone that fits their longitude', () => {
    for (const { city, longitude, timezone } of REGIONS.flatMap((region) => CITIES[region])) {
      const winterNoon = new Date('2026-01-15T12:00:00Z');
      const hour = Number(
        new Intl.DateTimeFormat('en', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' }).format(winterNoon),
      );
      expect(Math.abs(hour - 12 - longitude / 15), city).toBeLessThan(1);
    }
  });
});

describe('decision to check in', () => {
  const days = Array.from({ length: 4_000 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const countAt = (probability: number) => days.filter((day) => decidesToCheckIn('user', day, probability)).length;

  test.each([
    [0, 0, 0],
    [20, 720, 880],
    [85, 3_330, 3_470],
    [100, 4_000, 4_000],
  ])('at %i percent is positive on %i to %i of 4,000 days', (probability, fewest, most) => {
    expect(countAt(probability)).toBeGreaterThanOrEqual(fewest);
    expect(countAt(probability)).toBeLessThanOrEqual(most);
  });

  test('is deterministic, and stays positive for a higher probability', () => {
    for (const day of days.slice(0, 200)) {
      const decision = decidesToCheckIn('user', day, 50);
      expect(decidesToCheckIn('user', day, 50)).toBe(decision);
      if (decision) expect(decidesToCheckIn('user', day, 60)).toBe(true);
    }
  });

  test('differs by user', () => {
    const differing = days.filter((day) => decidesToCheckIn('one', day, 50) !== decidesToCheckIn('other', day, 50));
    expect(differing.length).toBeGreaterThan(1_800);
    expect(differing.length).toBeLessThan(2_200);
  });
});
