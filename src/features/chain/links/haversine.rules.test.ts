import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaOf, type Coordinates, haversineOf, minHaversine, roundCoordinates } from './haversine.rules.ts';

const EARTH_RADIUS_KILOMETRES = 6371;

function coordinates(latitude: number, longitude: number): Coordinates {
  const known = roundCoordinates(latitude, longitude);
  if (known === null) throw new Error('Both are known.');
  return known;
}

const kilometres = (one: Coordinates, other: Coordinates) =>
  2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.sqrt(haversineOf(one, other)));

const latitude = fc.integer({ min: -9_000, max: 9_000 });
const longitude = fc.integer({ min: -18_000, max: 18_000 });
const locations = fc.tuple(latitude, longitude).map(([north, east]) => coordinates(north / 100, east / 100));

describe('haversine between two points', () => {
  test.each([
    ['Berlin and Hamburg', coordinates(52.52, 13.4), coordinates(53.55, 10), 255],
    ['Berlin and Paris', coordinates(52.52, 13.4), coordinates(48.86, 2.35), 877],
    ['New York and Los Angeles', coordinates(40.71, -74.01), coordinates(34.05, -118.24), 3936],
    ['London and Sydney', coordinates(51.51, -0.13), coordinates(-33.87, 151.21), 16_994],
    ['Suva and Apia, over the date line', coordinates(-18.14, 178.44), coordinates(-13.83, -171.77), 1151],
    ['a point and itself', coordinates(52.52, 13.4), coordinates(52.52, 13.4), 0],
    ['both poles', coordinates(90, 0), coordinates(-90, 123), 20_015],
    ['a pole and itself, on another meridian', coordinates(90, 0), coordinates(90, 123), 0],
    ['both names of the date line', coordinates(10, 180), coordinates(10, -180), 0],
    ['both ends of a street', coordinates(52.52, 13.4), coordinates(52.52, 13.41), 0.677],
  ])('has the known distance of %s', (_what, one, other, expected) => {
    expect(Math.abs(kilometres(one, other) - expected)).toBeLessThan(Math.max(0.01, expected * 0.002));
  });

  test('is symmetric and between 0 and 1', () => {
    fc.assert(
      fc.property(locations, locations, (one, other) => {
        const haversine = haversineOf(one, other);
        expect(haversineOf(other, one)).toBe(haversine);
        expect(haversine).toBeGreaterThanOrEqual(0);
        expect(haversine).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  test('is equal to the east and the west, and across the date line', () => {
    fc.assert(
      fc.property(latitude, latitude, longitude, fc.nat(18_000), (one, other, from, away) => {
        const start = coordinates(one / 100, from / 100);
        const wrapped = (east: number) => (east > 18_000 ? east - 36_000 : east < -18_000 ? east + 36_000 : east);
        const [east, west] = [from + away, from - away].map((to) => coordinates(other / 100, wrapped(to) / 100));
        if (east === undefined || west === undefined) throw new Error('There are two.');
        expect(haversineOf(start, east)).toBe(haversineOf(start, west));
      }),
    );
  });

  test('agrees with the law of cosines', () => {
    const radians = Math.PI / 18_000;
    fc.assert(
      fc.property(locations, locations, (one, other) => {
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

describe('coordinates', () => {
  test('are rounded to two decimals', () => {
    expect(coordinates(52.524, 13.406)).toEqual(coordinates(52.52, 13.41));
    expect(haversineOf(coordinates(-0.001, 0.001), coordinates(0, 0))).toBe(0);
  });

  test.each([
    [null, 13.4],
    [52.52, null],
    [null, null],
  ])('are null at %s, %s', (north, east) => {
    expect(roundCoordinates(north, east)).toBeNull();
  });
});

test('the bound of an area never exceeds the distance of its points', () => {
  fc.assert(
    fc.property(fc.array(locations, { minLength: 1, maxLength: 6 }), locations, (inside, from) => {
      const area = areaOf(inside.map((coordinates) => ({ coordinates })));
      const least = minHaversine(area, from);
      for (const one of inside) expect(least).toBeLessThanOrEqual(haversineOf(one, from));
    }),
    { numRuns: 1_000 },
  );
});

test('the bound of an area is at most the distance of its corners and sides', () => {
  const area = areaOf([{ coordinates: coordinates(50, 10) }, { coordinates: coordinates(52, 14) }]);
  expect(minHaversine(area, coordinates(51, 12))).toBe(0);
  expect(minHaversine(area, coordinates(53, 12))).toBeCloseTo(
    haversineOf(coordinates(53, 12), coordinates(52, 12)),
    12,
  );
  expect(minHaversine(area, coordinates(52, 9))).toBeCloseTo(haversineOf(coordinates(52, 9), coordinates(52, 10)), 12);
  expect(minHaversine(area, coordinates(51, -169))).toBeGreaterThan(0.2);
});
