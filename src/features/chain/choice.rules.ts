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
 * away than any known one; from an unknown place all are equally far. Nobody at a position in `left` is chosen: they are as if
 * they were not there. Returns the position, null where nobody else is there.
 */
export function chooseNearest(choice: Choice, from: Place | null, left: readonly number[] = NOBODY): number | null {
  const candidate = left.length === 0 ? nearestFree(choice, from) : nearestBut(choice, from, left);
  if (candidate !== null) choose(choice, candidate.position);
  else if (left.length === 0) throw new Error('Somebody is always free to be chosen.');
  return candidate?.position ?? null;
}

const NOBODY: readonly number[] = [];

function nearestFree(choice: Choice, from: Place | null): Candidate | null {
  return (from && choice.tree && findNearestFree(choice.tree, from)) ?? firstFreeOf(choice);
}

/** Whether somebody who is not left out has been chosen by as few as anybody. */
export function isFreeBut(choice: Choice, left: readonly number[]): boolean {
  return choice.free > left.filter((position) => choice.candidates[position]?.isFree).length;
}

function nearestBut(choice: Choice, from: Place | null, left: readonly number[]): Candidate | null {
  if (!isFreeBut(choice, left)) return nearestOfTheRest(choice, from, new Set(left));
  const { firstFree } = choice;
  const hidden = left.flatMap((position) => {
    const candidate = choice.candidates[position];
    return candidate?.isFree ? [candidate] : [];
  });
  for (const candidate of hidden) setFree(candidate, false);
  const nearest = nearestFree(choice, from);
  for (const candidate of hidden) setFree(candidate, true);
  choice.firstFree = firstFree;
  return nearest;
}

/** The same where nobody who is free may be chosen: all others are looked at, which is seldom needed. */
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
