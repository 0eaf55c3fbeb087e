import type { Db } from '../../../platform/db/database.ts';
import { daysOf } from '../week.rules.ts';
import { type Standing, standingOf } from './standings.rules.ts';
import { findSenderStats } from './standings.store.ts';

/** Where the teams stand in a week now. */
export type LiveStandings = (weekStart: string) => Promise<Standing>;

/**
 * Reckons weeks for many who ask at once: a node reckons a week one time after the other, and everybody who asks meanwhile
 * shares the next time. Nothing is remembered: each answer was reckoned after it was asked for.
 */
export function createLiveStandings(db: Db): LiveStandings {
  const inFlight = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Standing>>();

  async function reckonAfter(previous: Promise<unknown> | undefined, weekStart: string): Promise<Standing> {
    // How the time before ended is the concern of those who wait for it.
    await previous?.catch(() => undefined);
    next.delete(weekStart);
    const work = findSenderStats(db, daysOf(weekStart)).then((tally) => standingOf(weekStart, tally));
    inFlight.set(weekStart, work);
    try {
      return await work;
    } finally {
      if (inFlight.get(weekStart) === work) inFlight.delete(weekStart);
    }
  }

  return (weekStart) => {
    const shared = next.get(weekStart) ?? reckonAfter(inFlight.get(weekStart), weekStart);
    next.set(weekStart, shared);
    return shared;
  };
}
