import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const draws = (seed: string, count: number): number[] => {
  const draw = seededRandom(seed);
  return Array.from({ length: count }, draw);
};

describe('the numbers of a seed', () => {
  test.each([
    ['', [1829959567, 3864432371, 5767841]],
    ['a', [3328260812, 1363179529, 488949905]],
    ['2026-11-16', [3173781119, 179132953, 3418184320]],
    ['Åsa 🌻', [1911170146, 2937910142, 4230799940]],
  ])('of %j are these for ever, since what was decided with them is shown again', (seed, expected) => {
    expect(draws(seed, 3).map((value) => value * 2 ** 32)).toEqual(expected);
  });

  test('lie from 0 to below 1, and are the same each time, whatever the seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const values = draws(seed, 20);
        expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
        expect(draws(seed, 20)).toEqual(values);
      }),
    );
  });

  test('of one generator do not depend on another one', () => {
    const [one, other] = [seededRandom('one'), seededRandom('other')];
    const mixed = [one(), other(), one(), other(), one()];
    expect([mixed[0], mixed[2], mixed[4]]).toEqual(draws('one', 3));
  });

  test('are spread evenly, along one seed and over the first numbers of many that are alike', () => {
    const alongOne = draws('a seed', 20_000);
    const firstOfMany = Array.from({ length: 20_000 }, (_, index) => seededRandom(`seed ${index}`)());
    for (const values of [alongOne, firstOfMany]) {
      const buckets = Array.from({ length: 20 }, () => 0);
      for (const value of values) buckets[Math.floor(value * 20)] = (buckets[Math.floor(value * 20)] ?? 0) + 1;
      // 1,000 are expected in each, with a deviation of 31.
      expect(Math.min(...buckets)).toBeGreaterThan(850);
      expect(Math.max(...buckets)).toBeLessThan(1_150);
    }
  });
});
