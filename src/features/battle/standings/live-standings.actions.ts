import { createSharedRuns } from '#platform/concurrency/shared-runs.ts';
import type { Reader } from '#platform/db/replica/replicas.ts';
import { daysOf } from '../week.rules.ts';
import { computeStandings, type Standings } from './standings.rules.ts';
import { countWeek } from './standings.store.ts';

/** Computes the current standings of a week. */
export type LiveStandings = (weekStart: string) => Promise<Standings>;

/** Computes standings for many concurrent callers, as `createSharedRuns` says: every result was computed after its call. */
export function createLiveStandings(read: Reader): LiveStandings {
  return createSharedRuns(async (weekStart) => {
    const counts = await read((db) => countWeek(db, daysOf(weekStart)));
    return computeStandings(weekStart, counts);
  });
}
