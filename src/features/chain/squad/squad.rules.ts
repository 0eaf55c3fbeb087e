import { type BlockedPairs, fits } from '../blocked-pairs.rules.ts';

/**
 * Splits people into squads, in their order: threes; a rest of four makes two pairs, and a rest of two a pair. One person alone
 * is in no squad.
 */
export function formSquads(userIds: readonly string[]): string[][] {
  const squads: string[][] = [];
  let formed = 0;
  while (userIds.length - formed > 1) {
    const left = userIds.length - formed;
    const size = left === 2 || left === 4 ? 2 : 3;
    squads.push(userIds.slice(formed, formed + size));
    formed += size;
  }
  return squads;
}

/** Of so many people all ways to split them can be looked at: 2,780. */
const FEW = 8;

/**
 * The same for people of whom some are kept apart: nobody is in a squad with somebody whom they are kept apart from. In turn,
 * each takes the next two whom they fit with. The last few are split so that the fewest are alone, into the fewest squads.
 *
 * Who is `settled` is in a squad that stays as it is, or stays alone; those of one squad have one name. They have their turn as
 * everybody has. So when squads settle as they were formed, the others are formed as before.
 */
export function formSquadsWithBlocks(
  userIds: readonly string[],
  settled: ReadonlyMap<string, string>,
  apart: BlockedPairs,
): string[][] {
  const staying = new Map<string, string[]>();
  for (const [userId, name] of settled) staying.set(name, [...(staying.get(name) ?? []), userId]);
  const squads: string[][] = [];
  const placed = new Set<string>();
  const isFree = (userId: string) => !placed.has(userId) && !settled.has(userId);
  for (const [turn, userId] of userIds.entries()) {
    if (userIds.length - placed.size <= FEW) break;
    if (placed.has(userId)) continue;
    const name = settled.get(userId);
    const squad = name === undefined ? firstSquadIn(userIds, turn, isFree, apart) : (staying.get(name) ?? []);
    if (name === undefined) squads.push(squad);
    for (const member of squad) placed.add(member);
  }
  return [...squads, ...bestSplitOf(userIds.filter(isFree), apart)].filter((squad) => squad.length > 1);
}

/** Somebody and the next two whom they fit with; fewer where there are none. */
function firstSquadIn(
  userIds: readonly string[],
  turn: number,
  isFree: (userId: string) => boolean,
  apart: BlockedPairs,
): string[] {
  const squad: string[] = [];
  for (let position = turn; position < userIds.length && squad.length < 3; position += 1) {
    const userId = userIds[position] ?? '';
    if (isFree(userId) && fits(userId, squad, apart)) squad.push(userId);
  }
  return squad;
}

/**
 * Of all ways to split people into squads of three, two and one: one with the fewest people alone, then with the fewest squads;
 * of several such ways the one whose first squad has the earliest people, and so on.
 */
function bestSplitOf(userIds: readonly string[], apart: BlockedPairs): string[][] {
  const [first, ...others] = userIds;
  if (first === undefined) return [];
  let best: string[][] | null = null;
  for (const squad of squadsWith(first, others, apart)) {
    const rest = others.filter((userId) => !squad.includes(userId));
    const split = [squad, ...bestSplitOf(rest, apart)];
    if (best === null || isBetter(split, best)) best = split;
    // There can be none better, as it nearly always is with the first.
    if (best.length === Math.ceil(userIds.length / 3) && aloneIn(best) === 0) break;
  }
  return best ?? [];
}

function isBetter(split: string[][], other: string[][]): boolean {
  const difference = aloneIn(split) - aloneIn(other);
  return difference < 0 || (difference === 0 && split.length < other.length);
}

const aloneIn = (split: string[][]): number => split.filter(({ length }) => length === 1).length;

/** The squads that somebody can have with others, in the order of these: threes, then pairs, and themself alone. */
function* squadsWith(first: string, others: readonly string[], apart: BlockedPairs): Generator<string[]> {
  const fitting = others.filter((userId) => fits(userId, [first], apart));
  for (const [position, second] of fitting.entries()) {
    for (const third of fitting.slice(position + 1)) if (fits(third, [second], apart)) yield [first, second, third];
  }
  for (const second of fitting) yield [first, second];
  yield [first];
}
