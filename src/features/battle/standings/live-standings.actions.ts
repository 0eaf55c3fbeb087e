import type { Db } from '../../../platform/db/database.ts';
import { daysOf } from '../week.rules.ts';
import { computeStandings, type Standings } from './standings.rules.ts';
import { countWeek } from './standings.store.ts';

/** Computes the current standings of a week. */
export type LiveStandings = (weekStart: string) => Promise<Standings>;

/**
 * Computes standings for many concurrent callers: a node computes a week once at a time, and callers that arrive meanwhile share
 * the next computation. Nothing is cached: every result was computed after its call.
 */
export function createLiveStandings(db: Db): LiveStandings {
  const inFlight = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Standings>>();

  async function computeAfter(previous: Promise<unknown> | undefined, weekStart: string): Promise<Standings> {
    // The callers of the previous computation handle its error.
    await previous?.catch(() => undefined);
    next.delete(weekStart);
    const work = countWeek(db, daysOf(weekStart)).then((counts) => computeStandings(weekStart, counts));
    inFlight.set(weekStart, work);
    try {
      return await work;
    } finally {
      if (inFlight.get(weekStart) === work) inFlight.delete(weekStart);
    }
  }

  return (weekStart) => {
    const shared = next.get(weekStart) ?? computeAfter(inFlight.get(weekStart), weekStart);
    next.set(weekStart, shared);
    return shared;
  };
}
