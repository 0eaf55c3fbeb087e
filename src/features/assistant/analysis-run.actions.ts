import type { Jobs } from '../../platform/jobs/jobs.ts';
import { TIME_IS_OVER } from '../../platform/jobs/run-time.ts';
import { type AnalysisDeps, addTo, analyzePeople, listDue, type Tally } from './analysis.actions.ts';
import type { AnalysisRun } from './analysis.schema.ts';
import { help, type SharedWork, workTogether } from './shared-run.actions.ts';

export type AnalysisRunDeps = AnalysisDeps & { jobs: Jobs };

/** The name of the job, and the holder of what it claims. */
export const ANALYZE_NOTES = 'analyze-notes';

/**
 * Analyzes the notes of every user who consents, has written within seven days, and was not analyzed since today (UTC). Stored
 * analyses stand, so the next run continues an interrupted one. Asks other nodes for help: see `helpToAnalyze`. Run it under
 * the lock of the job.
 */
export async function analyzeEverybody(deps: AnalysisRunDeps): Promise<AnalysisRun> {
  const { tallies, isThrough } = await workTogether(deps, analysisOf(deps));
  const sum: Tally = { successful: 0, failed: 0, errors: [] };
  for (const tally of tallies) addTo(sum, tally);
  const rest = isThrough ? '' : ` ${TIME_IS_OVER}`;
  return {
    success: true,
    message: `The notes of ${sum.successful} people were analyzed.${rest}`,
    is_complete: isThrough,
    results: { total: sum.successful + sum.failed, ...sum },
  };
}

/** Takes part in a run that is under way on any node, until nothing of it is left. */
export async function helpToAnalyze(deps: AnalysisRunDeps): Promise<void> {
  if (deps.ai.isConfigured) await help(deps, analysisOf(deps));
}

const analysisOf = (deps: AnalysisRunDeps): SharedWork<Tally> => ({
  job: ANALYZE_NOTES,
  consent: 'notes',
  choose: (people) => listDue(deps, people, deps.clock.now()),
  work: (people, mayGoOn) => analyzePeople(deps, ANALYZE_NOTES, people, mayGoOn),
});
