import { type Area, areaOf, haversineOf, minHaversine, type Place } from './haversine.rules.ts';

/** Somebody who can be found while they are free. Positions are their order where they are equally near. */
export type Candidate = { position: number; place: Place | null; isFree: boolean; spot: Spot | null };

/** Those at one place, in the order of their positions. Nobody before `firstFree` is free. */
type Spot = { place: Place; candidates: Candidate[]; firstFree: number; branch: Branch | null };

/** A tree of areas, each halved across its longer side, down to a few spots. It knows how many in it are free. */
export type Branch = { area: Area; free: number; parent: Branch | null; halves: Branch[]; spots: Spot[] };

const SPOTS_PER_LEAF = 8;

/** The tree of those whose place is known, nobody free yet; null where it is known of nobody. They come in their order. */
export function treeOf(candidates: readonly Candidate[]): Branch | null {
  const spots = new Map<number, Spot>();
  for (const candidate of candidates) {
    const { place } = candidate;
    if (place === null) continue;
    const key = place.latitude * 100_000 + place.longitude;
    const known = spots.get(key);
    const spot = known ?? { place, candidates: [], firstFree: 0, branch: null };
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
  spots.sort((one, other) => one.place[side] - other.place[side]);
  const middle = spots.length >> 1;
  branch.halves = [branchOf(spots.slice(0, middle), branch), branchOf(spots.slice(middle), branch)];
  return branch;
}

/** Makes a candidate free or not, in the tree too. */
export function setFree(candidate: Candidate, isFree: boolean): void {
  if (candidate.isFree === isFree) return;
  candidate.isFree = isFree;
  const { spot } = candidate;
  if (spot === null) return;
  if (isFree) spot.firstFree = 0;
  for (let branch = spot.branch; branch !== null; branch = branch.parent) branch.free += isFree ? 1 : -1;
}

/** The first in a list of candidates who is free, looked for from `firstFree` on, which moves along. */
export function firstFreeOf(list: { candidates: readonly Candidate[]; firstFree: number }): Candidate | null {
  while (list.candidates[list.firstFree]?.isFree === false) list.firstFree += 1;
  return list.candidates[list.firstFree] ?? null;
}

type Found = { candidate: Candidate | null; haversine: number };

/** The nearest of those who are free; the first of equally near ones. */
export function findNearestFree(tree: Branch, from: Place): Candidate | null {
  const found: Found = { candidate: null, haversine: Infinity };
  search(tree, from, found);
  return found.candidate;
}

function search({ free, halves, spots }: Branch, from: Place, found: Found): void {
  if (free === 0) return;
  for (const spot of spots) compare(spot, from, found);
  const [one, other] = halves;
  if (one === undefined || other === undefined) return;
  const [toOne, toOther] = [minHaversine(one.area, from), minHaversine(other.area, from)];
  const [near, far] = toOne <= toOther ? [one, other] : [other, one];
  if (Math.min(toOne, toOther) <= found.haversine) search(near, from, found);
  if (Math.max(toOne, toOther) <= found.haversine) search(far, from, found);
}

function compare(spot: Spot, from: Place, found: Found): void {
  const candidate = firstFreeOf(spot);
  if (candidate === null) return;
  const haversine = haversineOf(spot.place, from);
  const isFirst = haversine === found.haversine && candidate.position < (found.candidate?.position ?? Infinity);
  if (haversine >= found.haversine && !isFirst) return;
  found.candidate = candidate;
  found.haversine = haversine;
}
