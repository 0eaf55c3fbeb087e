import { describe, expect, test } from 'vitest';
import { weightsOf } from '../competition/competition.rules.ts';
import { pointsOf } from '../entry/entry.rules.ts';
import { scoreOf } from './scoring.rules.ts';

const NO_COUNTS = { clone: 0, completion: 0, replication_confirmed: 0, replication_refuted: 0, build: 0 };

describe('scoreOf', () => {
  test.each([
    ['no weights', {}, { clone: 9 }, 0],
    ['one weight', { clone: 2 }, { clone: 3, build: 5 }, 6],
    ['tenths, whose float sum is inexact', { clone: 0.1, completion: 0.2 }, { clone: 1, completion: 1 }, 0.3],
    ['0.1 times 10,003', { clone: 0.1 }, { clone: 10_003 }, 1_000.3],
    ['4.35 times 100', { build: 4.35 }, { build: 100 }, 435],
    [
      'a negative weight',
      { replication_confirmed: 3, replication_refuted: -1.5 },
      { replication_confirmed: 1, replication_refuted: 4 },
      -3,
    ],
    [
      'all weights',
      { clone: 1, completion: 10, replication_confirmed: 100, replication_refuted: 1_000, build: 0.01 },
      { clone: 1, completion: 2, replication_confirmed: 3, replication_refuted: 4, build: 5 },
      4_321.05,
    ],
  ])('is exact for %s', (_what, weights, counts, points) => {
    expect(pointsOf(scoreOf(weightsOf(weights), { ...NO_COUNTS, ...counts }))).toBe(points);
  });

  test('is exact for the largest weights and counts', () => {
    const [weight, count] = [1_000, 2 ** 31 - 1];
    const config = {
      clone: weight,
      completion: weight,
      replication_confirmed: weight,
      replication_refuted: weight,
      build: weight,
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
