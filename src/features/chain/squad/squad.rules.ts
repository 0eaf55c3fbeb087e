import { type BlockedPairs, canJoin } from '../blocked-pairs.rules.ts';

/**
 * Splits users into squads of three, in their order. A remainder of four becomes two pairs, a remainder of two one pair. A single
 * user is in no squad.
 */
export function formSquads(userIds: readonly string[]): string[][] {
  const squads: string[][] = [];
  let formed = 0;
  while (userIds.length - formed > 1) {
    const remaining = userIds.length - formed;
    const size = remaining === 2 || remaining === 4 ? 2 : 3;
    squads.push(userIds.slice(formed, formed + size));
    formed += size;
  }
  return squads;
}

/** All 2,780 splits of this number of users can be compared. */
const MAX_EXHAUSTIVE_SPLIT = 8;

/**
 * `formSquads` for users with blocks: blocked pairs are never in one squad. Each user takes the next two users without a block
 * among them. The last users are split so that the fewest are single, into the fewest squads.
 *
 * `frozen` maps users to the name of a squad that is not changed, or to a name of their own if they stay single. Frozen users
 * keep their position in the order. So freezing squads as they were formed does not change the other squads.
 */
export function formSquadsWithBlocks(
  userIds: readonly string[],
  frozen: ReadonlyMap<string, string>,
  blockedPairs: BlockedPairs,
): string[][] {
  const frozenSquads = new Map<string, string[]>();
  for (const [userId, name] of frozen) frozenSquads.set(name, [...(frozenSquads.get(name) ?? []), userId]);
  const squads: string[][] = [];
  const placed = new Set<string>();
  const isFree = (userId: string) => !placed.has(userId) && !frozen.has(userId);
  for (const [start, userId] of userIds.entries()) {
    if (userIds.length - placed.size <= MAX_EXHAUSTIVE_SPLIT) break;
    if (placed.has(userId)) continue;
    const name = frozen.get(userId);
    const squad =
      name === undefined ? firstSquadFrom(userIds, start, isFree, blockedPairs) : (frozenSquads.get(name) ?? []);
    if (name === undefined) squads.push(squad);
    for (const member of squad) placed.add(member);
  }
  return [...squads, ...bestSplitOf(userIds.filter(isFree), blockedPairs)].filter((squad) => squad.length > 1);
}

function firstSquadFrom(
  userIds: readonly string[],
  start: number,
  isFree: (userId: string) => boolean,
  blockedPairs: BlockedPairs,
): string[] {
  const squad: string[] = [];
  for (let position = start; position < userIds.length && squad.length < 3; position += 1) {
    const userId = userIds[position] ?? '';
    if (isFree(userId) && canJoin(userId, squad, blockedPairs)) squad.push(userId);
  }
  return squad;
}

/**
 * Returns the split into squads of three, two and one with the fewest single users, then the fewest squads. Of equal splits, the
 * one whose first squad has the earliest users wins, then the second squad, and so on.
 */
function bestSplitOf(userIds: readonly string[], blockedPairs: BlockedPairs): string[][] {
  const [first, ...others] = userIds;
  if (first === undefined) return [];
  let best: string[][] | null = null;
  for (const squad of squadsWith(first, others, blockedPairs)) {
    const rest = others.filter((userId) => !squad.includes(userId));
    const split = [squad, ...bestSplitOf(rest, blockedPairs)];
    if (best === null || isBetter(split, best)) best = split;
    // No split is better than this one. The first split is nearly always such a split.
    if (best.length === Math.ceil(userIds.length / 3) && countSingles(best) === 0) break;
  }
  return best ?? [];
}

function isBetter(split: string[][], other: string[][]): boolean {
  const difference = countSingles(split) - countSingles(other);
  return difference < 0 || (difference === 0 && split.length < other.length);
}

const countSingles = (split: string[][]): number => split.filter(({ length }) => length === 1).length;

/** Yields the possible squads of a user in the order of the others: threes, then pairs, then the user alone. */
function* squadsWith(first: string, others: readonly string[], blockedPairs: BlockedPairs): Generator<string[]> {
  const candidates = others.filter((userId) => canJoin(userId, [first], blockedPairs));
  for (const [position, second] of candidates.entries()) {
    for (const third of candidates.slice(position + 1)) {
      if (canJoin(third, [second], blockedPairs)) yield [first, second, third];
    }
  }
  for (const second of candidates) yield [first, second];
  yield [first];
}
