import { dateOfMoment } from '#features/workout-window';
import type { Clock } from '#platform/clock.ts';
import { createSharedRuns } from '#platform/concurrency/shared-runs.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import type { Reader } from '#platform/db/replica/replicas.ts';
import { daysOf } from '../week.rules.ts';
import { listOpenGroups, type OpenGroup } from './to-come.store.ts';

type ToCome = { red: number; blue: number };

/** Counts the users of each team who can still check in today, on a date of the week. */
export type CountToCome = (weekStart: string) => Promise<ToCome>;

/** Counts for many concurrent callers, as `createSharedRuns` says. */
export function createCountToCome(read: Reader, clock: Clock): CountToCome {
  return createSharedRuns(async (weekStart) => {
    const now = clock.now();
    const today = localDateOf(now, 'UTC');
    // It is yesterday, today or tomorrow somewhere.
    const dates = [addDays(today, -1), today, addDays(today, 1)];
    const days = daysOf(weekStart).filter((day) => dates.includes(day));
    if (days.length === 0) return { red: 0, blue: 0 };
    return countToComeAt(await read((db) => listOpenGroups(db, days)), now);
  });
}

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
