/** What a team brings to a battle: its chips, and the number of users in a chain of its colour in the week. */
export type TeamWeek = { chips: number; members: number };

/**
 * Returns the power of a team's robot: floor(chips × 10 + members × 5 + (chips / members) × 20), or 0 without members. Chips and
 * members are non-negative integers.
 */
export function robotPowerOf({ chips, members }: TeamWeek): number {
  if (members === 0) return 0;
  return Math.floor(chips * 10 + members * 5 + (chips / members) * 20);
}
