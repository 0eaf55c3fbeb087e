import { type Counts, type NewScoringConfig, type ScoringConfig, scoringErrors } from './scoring.schema.ts';

/** All weights; what is not given is worth nothing. Throws `competition.weight-too-fine`. */
export function weightsOf(given: NewScoringConfig): ScoringConfig {
  const { clone = 0, completion = 0, replication_confirmed = 0, replication_refuted = 0, build = 0 } = given;
  const config = { clone, completion, replication_confirmed, replication_refuted, build };
  // The number next to two decimals is the one that they are read as, so equality is exact.
  const isTooFine = Object.values(config).some((weight) => hundredths(weight) / 100 !== weight);
  if (isTooFine) throw scoringErrors.weightTooFine();
  return config;
}

/**
 * The score in hundredths: the sum of each weight times what there is of it. It is exact, as all numbers are whole: five products of at
 * most 100,000 hundredths and 2³¹ stay below 2⁵³.
 */
export function scoreOf(config: ScoringConfig, counts: Counts): number {
  return (
    hundredths(config.clone) * counts.clone +
    hundredths(config.completion) * counts.completion +
    hundredths(config.replication_confirmed) * counts.replication_confirmed +
    hundredths(config.replication_refuted) * counts.replication_refuted +
    hundredths(config.build) * counts.build
  );
}

/** A score as people read it. */
export function pointsOf(score: number): number {
  return score / 100;
}

const hundredths = (weight: number) => Math.round(weight * 100);
