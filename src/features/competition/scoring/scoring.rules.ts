import { hundredthsOf } from '../competition/competition.rules.ts';
import type { ScoringConfig } from '../competition/competition.schema.ts';
import type { Counts } from '../entry/entry.schema.ts';

/**
 * The score in hundredths: the sum of each weight times its count. Exact, since all numbers are integers: five products of at most
 * 100,000 hundredths and 2³¹ are less than 2⁵³.
 */
export function scoreOf(config: ScoringConfig, counts: Counts): number {
  return (
    hundredthsOf(config.clone) * counts.clone +
    hundredthsOf(config.completion) * counts.completion +
    hundredthsOf(config.replication_confirmed) * counts.replication_confirmed +
    hundredthsOf(config.replication_refuted) * counts.replication_refuted +
    hundredthsOf(config.build) * counts.build
  );
}
