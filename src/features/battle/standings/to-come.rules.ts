/** Users of a colour in a chain on a date, without a check-in, whose windows start at the same time. */
export type OpenGroup = { date: string; teamColor: 'red' | 'blue'; startTime: string; zone: string; users: number };

export type ToCome = { red: number; blue: number };

/** The start of a window and its zone. */
export type WindowTime = Pick<OpenGroup, 'startTime' | 'zone'>;

/**
 * Counts the users who can still check in today. `todayOf` returns the date that now belongs to for the users of a window, so that a user
 * with two open dates counts once.
 */
export function countToCome(groups: readonly OpenGroup[], todayOf: (window: WindowTime) => string): ToCome {
  const usersOf = (color: OpenGroup['teamColor']) =>
    groups.reduce(
      (sum, group) => (group.teamColor === color && todayOf(group) === group.date ? sum + group.users : sum),
      0,
    );
  return { red: usersOf('red'), blue: usersOf('blue') };
}
