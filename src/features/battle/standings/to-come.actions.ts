import type { Clock } from '#platform/clock.ts';
import { createSharedRuns } from '#platform/concurrency/shared-runs.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import type { Reader } from '#platform/db/replica/replicas.ts';
import { daysOf } from '../week.rules.ts';
import { countToComeAt, type ToCome } from './to-come.rules.ts';
import { listOpenGroups } from './to-come.store.ts';

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
