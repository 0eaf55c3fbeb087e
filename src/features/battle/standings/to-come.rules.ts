import { dateOfMoment } from '#features/workout-window';

/** Users of a colour in a chain on a date, without a check-in, whose windows start at the same time. */
export type OpenGroup = { date: string; teamColor: 'red' | 'blue'; startTime: string; zone: string; users: number };

export type ToCome = { red: number; blue: number };

/** Counts the users who can still check in today, each in their own zone. A user with two open dates counts once. */
export function countToComeAt(groups: readonly OpenGroup[], now: Date): ToCome {
  const usersOf = (color: OpenGroup['teamColor']) =>
    groups.reduce((sum, group) => (group.teamColor === color && isToday(group, now) ? sum + group.users : sum), 0);
  return { red: usersOf('red'), blue: usersOf('blue') };
}

/** While the window of yesterday is open across midnight, it is still yesterday for its users. */
function isToday({ date, startTime, zone }: OpenGroup, now: Date): boolean {
  return dateOfMoment(now, { startTime, zone, since: '0001-01-01' }) === date;
}
