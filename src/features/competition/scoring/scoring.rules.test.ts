import { describe, expect, test } from 'vitest';
import { pointsOf, scoreOf, weightsOf } from './scoring.rules.ts';

const NOTHING = { clone: 0, completion: 0, replication_confirmed: 0, replication_refuted: 0, build: 0 };

describe('the weights of a competition', () => {
  test('are 0 where not given, and of what they are for', () => {
    expect(weightsOf({})).toEqual(NOTHING);
    const given = { clone: 1, build: -2.5, constructor: 3, views: 4 };
    expect(weightsOf(given)).toEqual({ ...NOTHING, clone: 1, build: -2.5 });
  });

  test.each([0, -0, 1, -1, 0.1, 0.29, 0.57, 1.15, 4.35, 999.99, -1_000, 1_000, 1e-2])('can be %d', (weight) => {
    expect(weightsOf({ completion: weight }).completion).toBe(weight);
  });

  test.each([0.001, 0.333, 1.005, 999.999, -0.005, 1e-9, Number.MIN_VALUE])(
    'have two decimals at most: not %d',
    (weight) => {
      expect(() => weightsOf({ replication_refuted: weight })).toThrow('two decimals');
    },
  );
});

describe('a score', () => {
  test.each([
    ['nothing', {}, { clone: 9 }, 0],
    ['a weight', { clone: 2 }, { clone: 3, build: 5 }, 6],
    ['tenths, which computers add up wrongly', { clone: 0.1, completion: 0.2 }, { clone: 1, completion: 1 }, 0.3],
    ['a tenth, ten thousand and three times', { clone: 0.1 }, { clone: 10_003 }, 1_000.3],
    ['4.35, a hundred times', { build: 4.35 }, { build: 100 }, 435],
    [
      'what is taken away',
      { replication_confirmed: 3, replication_refuted: -1.5 },
      { replication_confirmed: 1, replication_refuted: 4 },
      -3,
    ],
    [
      'all of it',
      { clone: 1, completion: 10, replication_confirmed: 100, replication_refuted: 1_000, build: 0.01 },
      { clone: 1, completion: 2, replication_confirmed: 3, replication_refuted: 4, build: 5 },
      4_321.05,
    ],
  ])('of %s is exact', (_what, weights, counts, points) => {
    expect(pointsOf(scoreOf(weightsOf(weights), { ...NOTHING, ...counts }))).toBe(points);
  });

  test('is exact however large', () => {
    const [most, count] = [1_000, 2 ** 31 - 1];
    const config = {
      clone: most,
      completion: most,
      replication_confirmed: most,
      replication_refuted: most,
      build: most,
    };
    const counts = {
      clone: count,
      completion: count,
      replication_confirmed: count,
      replication_refuted: count,
      build: count,
    };
    expect(BigInt(scoreOf(config, counts))).toBe(5n * 100_000n * BigInt(count));
    expect(Number.isSafeInteger(scoreOf(config, counts))).toBe(true);
  });
});
