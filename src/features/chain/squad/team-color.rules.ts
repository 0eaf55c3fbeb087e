import type { TeamColor } from '../chain.rules.ts';

/**
 * Assigns a team colour to each member of a group, in their order. `current` are the colours that members keep for the ISO week.
 *
 * A new member joins the colour with fewer members; on a tie, the colour chosen by the seed. Use a seed that differs by group and
 * week: it spreads the odd members of many groups over both colours.
 */
export function assignColors<Member extends { userId: string }>(
  members: readonly Member[],
  current: ReadonlyMap<string, TeamColor>,
  seed: string,
): (Member & { teamColor: TeamColor })[] {
  const counts = { red: 0, blue: 0 };
  for (const { userId } of members) {
    const color = current.get(userId);
    if (color !== undefined) counts[color] += 1;
  }
  const colorOfTies = coinFlip(seed) ? 'red' : 'blue';
  const joinSmaller = (): TeamColor => {
    const color = counts.red === counts.blue ? colorOfTies : counts.red < counts.blue ? 'red' : 'blue';
    counts[color] += 1;
    return color;
  };
  return members.map((member) => ({ ...member, teamColor: current.get(member.userId) ?? joinSmaller() }));
}

/** Returns a deterministic pseudorandom bit: the top bit of the FNV-1a hash with the MurmurHash3 finalizer. */
function coinFlip(text: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash >= 0;
}
