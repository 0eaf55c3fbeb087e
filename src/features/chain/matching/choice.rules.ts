import { haversineOf, type Place } from './haversine.rules.ts';
import { type Branch, type Candidate, findNearestFree, firstFreeOf, setFree, treeOf } from './nearest.rules.ts';

/** Somebody who can be chosen, and how many have chosen them. Free are those whom the fewest have chosen. */
type Chosen = Candidate & { load: number };

/**
 * Candidates among whom others choose in turn, so that each is chosen as often as any other, give or take one. Nobody before
 * `firstFree` is free, and `free` of them are.
 */
export type Choice = { candidates: Chosen[]; firstFree: number; free: number; tree: Branch | null };

/** A choice among candidates at these places, at least one, whom nobody has chosen yet. They are known by their positions. */
export function choiceAmong(places: readonly (Place | null)[]): Choice {
  const candidates = places.map((place, position) => ({ position, place, isFree: false, spot: null, load: 0 }));
  const choice: Choice = { candidates, firstFree: 0, free: 0, tree: treeOf(candidates) };
  freeLeastChosen(choice);
  return choice;
}

/**
 * Chooses, of those whom the fewest have chosen, the nearest, and of equally near ones the first. An unknown place is further
 * away than any known one; from an unknown place all are equally far. Returns the position.
 */
export function chooseNearest(choice: Choice, from: Place | null): number {
  const candidate = nearestFree(choice, from);
  if (candidate === null) throw new Error('Somebody is always free to be chosen.');
  choose(choice, candidate.position);
  return candidate.position;
}

/** The same as if nobody were there at the positions in `left`; null where nobody else is. */
export function chooseNearestBut(choice: Choice, from: Place | null, left: readonly number[]): number | null {
  const isFree = isFreeBut(choice, left);
  const candidate = isFree ? nearestFreeBut(choice, from, left) : nearestOfTheRest(choice, from, new Set(left));
  if (candidate === null) return null;
  choose(choice, candidate.position);
  return candidate.position;
}

/** Whether somebody is free who is not at a position in `left`. */
export function isFreeBut(choice: Choice, left: readonly number[]): boolean {
  return choice.free > left.filter((position) => choice.candidates[position]?.isFree).length;
}

function nearestFree(choice: Choice, from: Place | null): Candidate | null {
  const nearest = from && choice.tree && findNearestFree(choice.tree, from);
  return nearest ?? firstFreeOf(choice);
}

function nearestFreeBut(choice: Choice, from: Place | null, left: readonly number[]): Candidate | null {
  const { firstFree } = choice;
  const hidden = left.flatMap((position) => choice.candidates[position] ?? []).filter(({ isFree }) => isFree);
  for (const candidate of hidden) setFree(candidate, false);
  const nearest = nearestFree(choice, from);
  for (const candidate of hidden) setFree(candidate, true);
  choice.firstFree = firstFree;
  return nearest;
}

/** The nearest of those whom the fewest have chosen, where none of them is free: that is rare, so all are looked at. */
function nearestOfTheRest(choice: Choice, from: Place | null, left: ReadonlySet<number>): Candidate | null {
  let found: { candidate: Chosen; haversine: number } | null = null;
  for (const candidate of choice.candidates) {
    if (left.has(candidate.position)) continue;
    const { place, load } = candidate;
    const haversine = from === null || place === null ? Infinity : haversineOf(from, place);
    const most = found?.candidate.load ?? Infinity;
    if (load > most || (load === most && haversine >= (found?.haversine ?? Infinity))) continue;
    found = { candidate, haversine };
  }
  return found?.candidate ?? null;
}

/** Chooses the candidate at a position, however many have. */
export function choose(choice: Choice, position: number): void {
  const candidate = choice.candidates[position];
  if (candidate === undefined) throw new Error(`There is no candidate ${position}.`);
  if (candidate.isFree) choice.free -= 1;
  setFree(candidate, false);
  candidate.load += 1;
  if (choice.free === 0) freeLeastChosen(choice);
}

function freeLeastChosen(choice: Choice): void {
  const least = choice.candidates.reduce((load, candidate) => Math.min(load, candidate.load), Infinity);
  const free = choice.candidates.filter(({ load }) => load === least);
  for (const candidate of free) setFree(candidate, true);
  choice.free = free.length;
  choice.firstFree = 0;
}
