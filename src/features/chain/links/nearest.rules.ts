import { type Area, areaOf, type Coordinates, haversineOf, minHaversine } from './haversine.rules.ts';

/** A candidate that can be found while it is free. Of equally near candidates, the lowest position is found. */
export type Candidate = { position: number; coordinates: Coordinates | null; isFree: boolean; spot: Spot | null };

/** The candidates with equal coordinates, by position. No candidate before `firstFree` is free. */
type Spot = { coordinates: Coordinates; candidates: Candidate[]; firstFree: number; branch: Branch | null };

/** A k-d tree of areas, halved across the longer side down to a few spots. Counts the free candidates of each branch. */
export type Branch = { area: Area; free: number; parent: Branch | null; halves: Branch[]; spots: Spot[] };

const SPOTS_PER_LEAF = 8;

/**
 * Builds the tree of the candidates with coordinates, none of them free. Returns null if there are none. Pass them by position.
 */
export function treeOf(candidates: readonly Candidate[]): Branch | null {
  const spots = new Map<number, Spot>();
  for (const candidate of candidates) {
    const { coordinates } = candidate;
    if (coordinates === null) continue;
    const key = coordinates.latitude * 100_000 + coordinates.longitude;
    const known = spots.get(key);
    const spot = known ?? { coordinates, candidates: [], firstFree: 0, branch: null };
    if (known === undefined) spots.set(key, spot);
    spot.candidates.push(candidate);
    candidate.spot = spot;
  }
  return spots.size === 0 ? null : branchOf([...spots.values()], null);
}

function branchOf(spots: Spot[], parent: Branch | null): Branch {
  const area = areaOf(spots);
  const branch: Branch = { area, free: 0, parent, halves: [], spots: [] };
  if (spots.length <= SPOTS_PER_LEAF) {
    branch.spots = spots;
    for (const spot of spots) spot.branch = branch;
    return branch;
  }
  const isWide = (area.east - area.west) * area.minCosine > area.north - area.south;
  const side = isWide ? 'longitude' : 'latitude';
  spots.sort((one, other) => one.coordinates[side] - other.coordinates[side]);
  const middle = spots.length >> 1;
  branch.halves = [branchOf(spots.slice(0, middle), branch), branchOf(spots.slice(middle), branch)];
  return branch;
}

/** Marks a candidate as free or not, and updates the counts of the tree. */
export function setFree(candidate: Candidate, isFree: boolean): void {
  if (candidate.isFree === isFree) return;
  candidate.isFree = isFree;
  const { spot } = candidate;
  if (spot === null) return;
  if (isFree) spot.firstFree = 0;
  for (let branch = spot.branch; branch !== null; branch = branch.parent) branch.free += isFree ? 1 : -1;
}

/** Returns the first free candidate of a list. Advances `firstFree`. */
export function firstFreeOf(list: { candidates: readonly Candidate[]; firstFree: number }): Candidate | null {
  while (list.candidates[list.firstFree]?.isFree === false) list.firstFree += 1;
  return list.candidates[list.firstFree] ?? null;
}

type Found = { candidate: Candidate | null; haversine: number };

/** Finds the nearest free candidate; of equally near candidates, the first. */
export function findNearestFree(tree: Branch, from: Coordinates): Candidate | null {
  const found: Found = { candidate: null, haversine: Infinity };
  search(tree, from, found);
  return found.candidate;
}

function search({ free, halves, spots }: Branch, from: Coordinates, found: Found): void {
  if (free === 0) return;
  for (const spot of spots) compare(spot, from, found);
  const [one, other] = halves;
  if (one === undefined || other === undefined) return;
  const [toOne, toOther] = [minHaversine(one.area, from), minHaversine(other.area, from)];
  const [near, far] = toOne <= toOther ? [one, other] : [other, one];
  if (Math.min(toOne, toOther) <= found.haversine) search(near, from, found);
  if (Math.max(toOne, toOther) <= found.haversine) search(far, from, found);
}

function compare(spot: Spot, from: Coordinates, found: Found): void {
  const candidate = firstFreeOf(spot);
  if (candidate === null) return;
  const haversine = haversineOf(spot.coordinates, from);
  const isFirst = haversine === found.haversine && candidate.position < (found.candidate?.position ?? Infinity);
  if (haversine >= found.haversine && !isFirst) return;
  found.candidate = candidate;
  found.haversine = haversine;
}
