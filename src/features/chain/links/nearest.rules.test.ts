import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coordinates, haversineOf, roundCoordinates } from './haversine.rules.ts';
import { type Candidate, findNearestFree, setFree, treeOf } from './nearest.rules.ts';

const around = (degrees: number, north: number, east: number) =>
  fc
    .tuple(
      fc.integer({ min: -degrees * 100, max: degrees * 100 }),
      fc.integer({ min: -degrees * 100, max: degrees * 100 }),
    )
    .map(([away, aside]) => roundCoordinates(north + away / 100, ((east + aside / 100 + 540) % 360) - 180));

const anyPlace = fc.oneof(
  around(0.3, 52.5, 13.4),
  around(1, 0, 180),
  around(2, 88, 0),
  around(88, 0, 0),
  fc.constant(null),
);

function candidatesAt(locations: readonly (Coordinates | null)[]): Candidate[] {
  return locations.map((coordinates, position) => ({ position, coordinates, isFree: false, spot: null }));
}

/** Reference implementation that compares all candidates. */
function nearestOf(candidates: readonly Candidate[], from: Coordinates): Candidate | null {
  const ranked = candidates
    .flatMap((candidate) =>
      candidate.isFree && candidate.coordinates !== null
        ? [{ candidate, haversine: haversineOf(candidate.coordinates, from) }]
        : [],
    )
    .sort((one, other) => one.haversine - other.haversine || one.candidate.position - other.candidate.position);
  return ranked[0]?.candidate ?? null;
}

describe('nearest free candidate', () => {
  test('equals the result of comparing all candidates', () => {
    const step = fc.tuple(fc.nat(199), fc.boolean(), anyPlace);
    fc.assert(
      fc.property(
        fc.array(anyPlace, { maxLength: 200, size: 'max' }),
        fc.array(step, { maxLength: 200, size: 'max' }),
        (locations, steps) => {
          const candidates = candidatesAt(locations);
          const tree = treeOf(candidates);
          for (const candidate of candidates) setFree(candidate, true);
          for (const [position, isFree, from] of steps) {
            const candidate = candidates[position];
            if (candidate !== undefined) setFree(candidate, isFree);
            if (from === null) continue;
            expect(tree && findNearestFree(tree, from)).toBe(nearestOf(candidates, from));
          }
        },
      ),
    );
  });

  test('is null without a free candidate or without coordinates', () => {
    const here = roundCoordinates(52.5, 13.4);
    if (here === null) throw new Error('It is known.');
    const candidates = candidatesAt([here, here]);
    const tree = treeOf(candidates);
    expect(tree && findNearestFree(tree, here)).toBeNull();
    expect(treeOf(candidatesAt([null, null]))).toBeNull();
    expect(treeOf([])).toBeNull();
  });
});
