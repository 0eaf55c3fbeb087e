import { competitionErrors } from './competition.schema.ts';

/** From the one instant on, and before the other; null where there is no such end. */
export type Period = { startsAt: Date | null; endsAt: Date | null };

export type CompetitionFacts = Period & { isActive: boolean; entryOpen: boolean };

/** Throws `competition.ends-before-start`. */
export function requirePeriod({ startsAt, endsAt }: Period): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) throw competitionErrors.endsBeforeStart();
}

/** Whether a template can be entered now. */
export function takesEntries({ isActive, entryOpen, startsAt, endsAt }: CompetitionFacts, now: Date): boolean {
  const isRunning = (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
  return isActive && entryOpen && isRunning;
}

/** Whether it is scored by itself from time to time: until somebody closes it, whatever its period. */
export function isScoredBySchedule({ isActive, entryOpen }: CompetitionFacts): boolean {
  return isActive && entryOpen;
}
