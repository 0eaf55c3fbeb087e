import { RUN_TIME_EXCEEDED } from '#platform/jobs/run-time.ts';
import type { AssistantDeps } from '../deps.ts';
import { type DistributedWork, runDistributed, runWorker } from '../distributed-run/distributed-run.actions.ts';
import { type AnalysisResult, addResult, analyzeUsers, listDueUsers } from './analysis.actions.ts';
import type { AnalysisRun } from './analysis.schema.ts';

/** The name of the job and the holder of its leases. */
export const ANALYZE_NOTES = 'analyze-notes';

/**
 * Analyzes the entries of each user who gave the consent, wrote within seven days, and has no analysis of today (UTC) since. The
 * next run continues an interrupted one. Requests workers on other nodes (`runAnalysisWorker`). Requires the lock of the job.
 */
export async function analyzeAllUsers(deps: AssistantDeps): Promise<AnalysisRun> {
  const { results, isComplete } = await runDistributed(deps, analysisWork(deps));
  const total: AnalysisResult = { successful: 0, failed: 0, errors: [] };
  for (const result of results) addResult(total, result);
  const suffix = isComplete ? '' : ` ${RUN_TIME_EXCEEDED}`;
  return {
    success: true,
    message: `The entries of ${total.successful} users were analyzed.${suffix}`,
    is_complete: isComplete,
    results: { total: total.successful + total.failed, ...total },
  };
}

/** Processes batches of a run on any node until none remains. */
export async function runAnalysisWorker(deps: AssistantDeps): Promise<void> {
  if (deps.ai.isConfigured) await runWorker(deps, analysisWork(deps));
}

const analysisWork = (deps: AssistantDeps): DistributedWork<AnalysisResult> => ({
  job: ANALYZE_NOTES,
  consent: 'notes',
  choose: (userIds) => listDueUsers(deps, userIds, deps.clock.now()),
  work: (userIds, shouldContinue) => analyzeUsers(deps, ANALYZE_NOTES, userIds, shouldContinue),
});
