import { competitionErrors, type NewScoringConfig, type ScoringConfig } from './competition.schema.ts';

/** From `startsAt`, included, until `endsAt`, excluded. null for no limit. */
export type Period = { startsAt: Date | null; endsAt: Date | null };

export type CompetitionFacts = Period & { isActive: boolean; entryOpen: boolean };

export function checkPeriod({ startsAt, endsAt }: Period): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) throw competitionErrors.endsBeforeStart();
}

/** Whether templates can be entered now. */
export function isOpenForEntries({ isActive, entryOpen, startsAt, endsAt }: CompetitionFacts, now: Date): boolean {
  const isRunning = (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
  return isActive && entryOpen && isRunning;
}

/** Whether the job scores it: while it is active and open, also outside of its period. */
export function isScoredByJob({ isActive, entryOpen }: CompetitionFacts): boolean {
  return isActive && entryOpen;
}

/** All weights; omitted ones are 0. */
export function weightsOf(given: NewScoringConfig): ScoringConfig {
  const { clone = 0, completion = 0, replication_confirmed = 0, replication_refuted = 0, build = 0 } = given;
  const config = { clone, completion, replication_confirmed, replication_refuted, build };
  // A decimal literal parses to the float nearest to it, so a weight of two decimals equals its hundredths / 100 exactly.
  const isTooFine = Object.values(config).some((weight) => hundredthsOf(weight) / 100 !== weight);
  if (isTooFine) throw competitionErrors.weightTooFine();
  return config;
}

export const hundredthsOf = (weight: number) => Math.round(weight * 100);
