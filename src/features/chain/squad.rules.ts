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
