import type { Place } from './haversine.rules.ts';
import { type Branch, type Candidate, findNearestFree, firstFreeOf, setFree, treeOf } from './nearest.rules.ts';

/** Somebody who can be chosen, and how many have chosen them. Free are those whom the fewest have chosen. */
type Chosen = Candidate & { load: number };

type Queue = { candidates: Chosen[]; firstFree: number };

/** Candidates among whom others choose in turn, so that each is chosen as often as any other, give or take one. */
export type Choice = { all: Queue; unplaced: Queue; tree: Branch | null; free: number };

/** A choice among candidates at these places, at least one, whom nobody has chosen yet. They are known by their positions. */
export function choiceAmong(places: readonly (Place | null)[]): Choice {
  const candidates = places.map((place, position) => ({ position, place, isFree: false, spot: null, load: 0 }));
  const choice: Choice = {
    all: { candidates, firstFree: 0 },
    unplaced: { candidates: candidates.filter(({ place }) => place === null), firstFree: 0 },
    tree: treeOf(candidates),
    free: 0,
  };
  freeLeastChosen(choice);
  return choice;
}

/**
 * Chooses, of those whom the fewest have chosen, the nearest, and of equally near ones the first. An unknown place is further
 * away than any known one; from an unknown place all are equally far. Returns the position.
 */
export function chooseNearest(choice: Choice, from: Place | null): number {
  const { all, unplaced, tree } = choice;
  const nearest = from === null ? firstFreeOf(all) : tree && findNearestFree(tree, from);
  const candidate = nearest ?? firstFreeOf(unplaced);
  if (candidate === null) throw new Error('Somebody is always free to be chosen.');
  choose(choice, candidate.position);
  return candidate.position;
}

/** Chooses the candidate at a position, however many have. */
export function choose(choice: Choice, position: number): void {
  const candidate = choice.all.candidates[position];
  if (candidate === undefined) throw new Error(`There is no candidate ${position}.`);
  if (candidate.isFree) choice.free -= 1;
  setFree(candidate, false);
  candidate.load += 1;
  if (choice.free === 0) freeLeastChosen(choice);
}

function freeLeastChosen(choice: Choice): void {
  const { all, unplaced } = choice;
  const least = all.candidates.reduce((load, candidate) => Math.min(load, candidate.load), Infinity);
  const free = all.candidates.filter(({ load }) => load <= least + 1);
  for (const candidate of free) setFree(candidate, true);
  choice.free = free.length;
  all.firstFree = 0;
  unplaced.firstFree = 0;
}
