import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaOf, haversineOf, minHaversine, type Place, placeOf } from './haversine.rules.ts';

const EARTH_RADIUS_KILOMETRES = 6371;

function place(latitude: number, longitude: number): Place {
  const known = placeOf(latitude, longitude);
  if (known === null) throw new Error('Both are known.');
  return known;
}

const kilometres = (one: Place, other: Place) =>
  2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.sqrt(haversineOf(one, other)));

const latitude = fc.integer({ min: -9_000, max: 9_000 });
const longitude = fc.integer({ min: -18_000, max: 18_000 });
const places = fc.tuple(latitude, longitude).map(([north, east]) => place(north / 100, east / 100));

describe('the haversine of the angle between two places', () => {
  test.each([
    ['Berlin and Hamburg', place(52.52, 13.4), place(53.55, 10), 255],
    ['Berlin and Paris', place(52.52, 13.4), place(48.86, 2.35), 877],
    ['New York and Los Angeles', place(40.71, -74.01), place(34.05, -118.24), 3936],
    ['London and Sydney', place(51.51, -0.13), place(-33.87, 151.21), 16_994],
    ['Suva and Apia, over the date line', place(-18.14, 178.44), place(-13.83, -171.77), 1151],
    ['a place and itself', place(52.52, 13.4), place(52.52, 13.4), 0],
    ['both poles', place(90, 0), place(-90, 123), 20_015],
    ['a pole and itself, on another meridian', place(90, 0), place(90, 123), 0],
    ['both names of the date line', place(10, 180), place(10, -180), 0],
    ['both ends of a street', place(52.52, 13.4), place(52.52, 13.41), 0.677],
  ])('says how far apart %s are', (_what, one, other, expected) => {
    expect(Math.abs(kilometres(one, other) - expected)).toBeLessThan(Math.max(0.01, expected * 0.002));
  });

  test('is the same both ways, and within 0 and 1', () => {
    fc.assert(
      fc.property(places, places, (one, other) => {
        const haversine = haversineOf(one, other);
        expect(haversineOf(other, one)).toBe(haversine);
        expect(haversine).toBeGreaterThanOrEqual(0);
        expect(haversine).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  test('is the same to the east as to the west, and wherever the date line is', () => {
    fc.assert(
      fc.property(latitude, latitude, longitude, fc.nat(18_000), (one, other, from, away) => {
        const start = place(one / 100, from / 100);
        const wrapped = (east: number) => (east > 18_000 ? east - 36_000 : east < -18_000 ? east + 36_000 : east);
        const [east, west] = [from + away, from - away].map((to) => place(other / 100, wrapped(to) / 100));
        if (east === undefined || west === undefined) throw new Error('There are two.');
        expect(haversineOf(start, east)).toBe(haversineOf(start, west));
      }),
    );
  });

  test('agrees with the law of cosines', () => {
    const radians = Math.PI / 18_000;
    fc.assert(
      fc.property(places, places, (one, other) => {
        const cosine =
          Math.sin(one.latitude * radians) * Math.sin(other.latitude * radians) +
          Math.cos(one.latitude * radians) *
            Math.cos(other.latitude * radians) *
            Math.cos((one.longitude - other.longitude) * radians);
        expect(haversineOf(one, other)).toBeCloseTo((1 - cosine) / 2, 12);
      }),
    );
  });
});

describe('a place', () => {
  test('is known to two decimals', () => {
    expect(place(52.524, 13.406)).toEqual(place(52.52, 13.41));
    expect(haversineOf(place(-0.001, 0.001), place(0, 0))).toBe(0);
  });

  test.each([
    [null, 13.4],
    [52.52, null],
    [null, null],
  ])('is unknown at %s, %s', (north, east) => {
    expect(placeOf(north, east)).toBeNull();
  });
});

test('no place of an area is nearer than the area', () => {
  fc.assert(
    fc.property(fc.array(places, { minLength: 1, maxLength: 6 }), places, (inside, from) => {
      const area = areaOf(inside.map((place) => ({ place })));
      const least = minHaversine(area, from);
      for (const one of inside) expect(least).toBeLessThanOrEqual(haversineOf(one, from));
    }),
    { numRuns: 1_000 },
  );
});

test('an area is no further away than its nearest corner or side', () => {
  const area = areaOf([{ place: place(50, 10) }, { place: place(52, 14) }]);
  expect(minHaversine(area, place(51, 12))).toBe(0);
  expect(minHaversine(area, place(53, 12))).toBeCloseTo(haversineOf(place(53, 12), place(52, 12)), 12);
  expect(minHaversine(area, place(52, 9))).toBeCloseTo(haversineOf(place(52, 9), place(52, 10)), 12);
  expect(minHaversine(area, place(51, -169))).toBeGreaterThan(0.2);
});
