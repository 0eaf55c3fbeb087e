import { describe, expect, test } from 'vitest';
import { nextLimit } from './concurrency-limit.rules.ts';

const BOUNDS = { min: 16, max: 500 };
const CALM = { peak: 3, hasRefused: false, isCongested: false };

describe('The limit of requests in progress', () => {
  test.each([
    ['stays at its maximum while a node is calm', 500, CALM, 500],
    [
      'falls to three quarters of what was in progress while congested',
      500,
      { ...CALM, peak: 200, isCongested: true },
      150,
    ],
    ['falls from itself if it is lower', 100, { ...CALM, peak: 200, isCongested: true }, 75],
    ['never falls below its minimum', 18, { ...CALM, peak: 18, isCongested: true }, 16],
    ['falls to its minimum if few requests are so slow', 500, { ...CALM, peak: 4, isCongested: true }, 16],
    ['rises slowly while requests are refused', 100, { ...CALM, peak: 100, hasRefused: true }, 106],
    ['rises fast once none is refused', 100, CALM, 151],
    ['never rises above its maximum', 400, CALM, 500],
    ['rises from zero', 0, CALM, 1],
  ])('%s', (_case, limit, observation, expected) => {
    expect(nextLimit(limit, observation, BOUNDS)).toBe(expected);
  });

  test('goes from its minimum to its maximum within a second of calm', () => {
    let limit = BOUNDS.min;
    for (let tick = 0; tick < 10; tick += 1) limit = nextLimit(limit, CALM, BOUNDS);
    expect(limit).toBe(BOUNDS.max);
  });
});
