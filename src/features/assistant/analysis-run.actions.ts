import type { Jobs } from '../../platform/jobs/jobs.ts';
import { RUN_TIME_EXCEEDED } from '../../platform/jobs/run-time.ts';
import { type AnalysisDeps, addTo, analyzePeople, listDue, type SenderStats } from './analysis.actions.ts';
import type { AnalysisRun } from './analysis.schema.ts';
import { type DistributedWork, help, runDistributed } from './distributed-run.actions.ts';

export type AnalysisRunDeps = AnalysisDeps & { jobs: Jobs };

/** The name of the job, and the holder of what it claims. */
export const ANALYZE_NOTES = 'analyze-notes';

/**
 * Analyzes the notes of every user who consents, has written within seven days, and was not analyzed since today (UTC). Stored
 * analyses stand, so the next run continues an interrupted one. Asks other nodes for help: see `runAnalysisWorker`. Run it under
 * the lock of the job.
 */
export async function analyzeAllUsers(deps: AnalysisRunDeps): Promise<AnalysisRun> {
  const { tallies, isComplete } = await runDistributed(deps, analysisOf(deps));
  const sum: SenderStats = { successful: 0, failed: 0, errors: [] };
  for (const tally of tallies) addTo(sum, tally);
  const rest = isComplete ? '' : ` ${RUN_TIME_EXCEEDED}`;
  return {
    success: true,
    message: `The notes of ${sum.successful} people were analyzed.${rest}`,
    is_complete: isComplete,
    results: { total: sum.successful + sum.failed, ...sum },
  };
}

/** Takes part in a run that is under way on any node, until nothing of it is left. */
export async function runAnalysisWorker(deps: AnalysisRunDeps): Promise<void> {
  if (deps.ai.isConfigured) await help(deps, analysisOf(deps));
}

const analysisOf = (deps: AnalysisRunDeps): DistributedWork<SenderStats> => ({
  job: ANALYZE_NOTES,
  consent: 'notes',
  choose: (people) => listDue(deps, people, deps.clock.now()),
  work: (people, shouldContinue) => analyzePeople(deps, ANALYZE_NOTES, people, shouldContinue),
});
