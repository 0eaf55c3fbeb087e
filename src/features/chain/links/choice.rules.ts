import { type Coordinates, haversineOf } from './haversine.rules.ts';
import { type Branch, type Candidate, findNearestFree, firstFreeOf, setFree, treeOf } from './nearest.rules.ts';

/** A candidate with the number of times it was chosen. The candidates with the lowest load are free. */
type Chosen = Candidate & { load: number };

/**
 * A sequence of choices among candidates that keeps their loads within one of each other.
 *
 * `free` is the number of free candidates; no candidate before `firstFree` is free.
 */
export type Choice = { candidates: Chosen[]; firstFree: number; free: number; tree: Branch | null };

/** Creates a choice among at least one candidate, each known by its position in the list. */
export function choiceAmong(locations: readonly (Coordinates | null)[]): Choice {
  const candidates = locations.map((coordinates, position) => ({
    position,
    coordinates,
    isFree: false,
    spot: null,
    load: 0,
  }));
  const choice: Choice = { candidates, firstFree: 0, free: 0, tree: treeOf(candidates) };
  freeLeastChosen(choice);
  return choice;
}

/**
 * Chooses the nearest free candidate and returns its position; of equally near candidates, the first.
 *
 * A candidate without coordinates is further away than any other. Without `from`, all candidates are equally near.
 */
export function chooseNearest(choice: Choice, from: Coordinates | null): number {
  const candidate = nearestFree(choice, from);
  if (candidate === null) throw new Error('No candidate is free.');
  choose(choice, candidate.position);
  return candidate.position;
}

/** `chooseNearest` without the candidates at the `excluded` positions. Returns null if there are no others. */
export function chooseNearestBut(choice: Choice, from: Coordinates | null, excluded: readonly number[]): number | null {
  const isFree = isFreeBut(choice, excluded);
  const candidate = isFree ? nearestFreeBut(choice, from, excluded) : nearestOfTheRest(choice, from, new Set(excluded));
  if (candidate === null) return null;
  choose(choice, candidate.position);
  return candidate.position;
}

/** Whether a candidate outside the `excluded` positions is free. */
export function isFreeBut(choice: Choice, excluded: readonly number[]): boolean {
  return choice.free > excluded.filter((position) => choice.candidates[position]?.isFree).length;
}

function nearestFree(choice: Choice, from: Coordinates | null): Candidate | null {
  const nearest = from && choice.tree && findNearestFree(choice.tree, from);
  return nearest ?? firstFreeOf(choice);
}

function nearestFreeBut(choice: Choice, from: Coordinates | null, excluded: readonly number[]): Candidate | null {
  const { firstFree } = choice;
  const hidden = excluded.flatMap((position) => choice.candidates[position] ?? []).filter(({ isFree }) => isFree);
  for (const candidate of hidden) setFree(candidate, false);
  const nearest = nearestFree(choice, from);
  for (const candidate of hidden) setFree(candidate, true);
  choice.firstFree = firstFree;
  return nearest;
}

/** Finds the nearest candidate with the lowest load if no allowed candidate is free. Rare, so it compares all candidates. */
function nearestOfTheRest(choice: Choice, from: Coordinates | null, excluded: ReadonlySet<number>): Candidate | null {
  let found: { candidate: Chosen; haversine: number } | null = null;
  for (const candidate of choice.candidates) {
    if (excluded.has(candidate.position)) continue;
    const { coordinates, load } = candidate;
    const haversine = from === null || coordinates === null ? Infinity : haversineOf(from, coordinates);
    const most = found?.candidate.load ?? Infinity;
    if (load > most || (load === most && haversine >= (found?.haversine ?? Infinity))) continue;
    found = { candidate, haversine };
  }
  return found?.candidate ?? null;
}

/** Chooses the candidate at a position, whatever its load. */
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
