import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roughDistanceKm } from './rough-distance.rules.ts';

const berlin = { latitude: 52.52, longitude: 13.4 };

test.each([
  ['the same place', berlin, berlin, 1],
  ['1.1 km', berlin, { latitude: 52.53, longitude: 13.4 }, 2],
  ['about 26 km to Potsdam', berlin, { latitude: 52.4, longitude: 13.06 }, 50],
  ['about 504 km to Munich', berlin, { latitude: 48.14, longitude: 11.58 }, 1_000],
  ['across the date line', { latitude: 0, longitude: 179.99 }, { latitude: 0, longitude: -179.99 }, 5],
  ['the other side of the earth', { latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }, 50_000],
  ['no place', berlin, { latitude: null, longitude: null }, null],
])('the rough distance of %s', (_what, one, other, expected) => {
  expect(roughDistanceKm(one, other)).toBe(expected);
  expect(roughDistanceKm(other, one)).toBe(expected);
});

test('a distance is a step of the series, whatever the places', () => {
  const point = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(point, point, (one, other) => {
      expect(String(roughDistanceKm(one, other))).toMatch(/^[125]0*$/);
    }),
  );
});
