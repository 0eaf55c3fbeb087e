export type TeamColor = 'red' | 'blue';

/**
 * Gives everybody of a group a colour for a date, and returns them in their order. Who holds one already keeps it, as everybody
 * does for an ISO week. Newcomers, in their order, join the colour that fewer of the group have; where both have as many, the
 * one that the seed says. So a group of newcomers is split in half, and the odd ones of many groups are spread over both
 * colours. Give a seed that differs from group to group and from week to week.
 */
export function assignColors<Member extends { userId: string }>(
  members: readonly Member[],
  held: ReadonlyMap<string, TeamColor>,
  seed: string,
): (Member & { teamColor: TeamColor })[] {
  const counts = { red: 0, blue: 0 };
  for (const { userId } of members) {
    const color = held.get(userId);
    if (color !== undefined) counts[color] += 1;
  }
  const colorOfTies = isHeads(seed) ? 'red' : 'blue';
  const joinSmaller = (): TeamColor => {
    const color = counts.red === counts.blue ? colorOfTies : counts.red < counts.blue ? 'red' : 'blue';
    counts[color] += 1;
    return color;
  };
  return members.map((member) => ({ ...member, teamColor: held.get(member.userId) ?? joinSmaller() }));
}

/** A coin that falls the same for the same text: the top bit of its FNV-1a hash, stirred as MurmurHash3 ends. */
function isHeads(text: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash >= 0;
}
