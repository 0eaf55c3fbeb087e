import type { Place } from './haversine.rules.ts';
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
  const nearest = from && choice.tree && findNearestFree(choice.tree, from);
  const candidate = nearest ?? firstFreeOf(choice);
  if (candidate === null) throw new Error('Somebody is always free to be chosen.');
  choose(choice, candidate.position);
  return candidate.position;
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
