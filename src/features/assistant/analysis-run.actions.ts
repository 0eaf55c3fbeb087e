import { type Jobs, MET_ANOTHER_RUN } from '../../platform/jobs/jobs.ts';
import { type AnalysisDeps, addTo, analyzePeople, listDue, type Tally } from './analysis.actions.ts';
import type { AnalysisRun } from './analysis.schema.ts';
import { goThroughEverybody } from './pace.actions.ts';

export type AnalysisRunDeps = AnalysisDeps & { jobs: Jobs };

/** The name of the job, and the holder of what it claims. */
export const ANALYZE_NOTES = 'analyze-notes';

/**
 * The job of the night: analyzes the notes of everybody who lets the assistant read them, has written within seven days, and
 * has not been analyzed today (UTC) since. What was stored stands, so a run that was broken off goes on with the next one; one
 * that meets another does nothing.
 */
export async function analyzeEverybody(deps: AnalysisRunDeps): Promise<AnalysisRun> {
  if (!deps.ai.isConfigured) return answer('No AI provider is configured, so that nothing was analyzed.');
  const run = await deps.jobs.runAlone(ANALYZE_NOTES, async () => {
    const tally: Tally = { successful: 0, failed: 0, errors: [] };
    const isThrough = await goThroughEverybody(deps, 'notes', async (people, mayGoOn) => {
      const due = await listDue(deps, people, deps.clock.now());
      addTo(tally, await analyzePeople(deps, ANALYZE_NOTES, due, mayGoOn));
    });
    const rest = isThrough ? '' : ' The time of one run is over: call again, and the next one goes on.';
    return answer(`The notes of ${tally.successful} people were analyzed.${rest}`, tally);
  });
  return run ?? answer(MET_ANOTHER_RUN);
}

function answer(message: string, tally: Tally = { successful: 0, failed: 0, errors: [] }): AnalysisRun {
  const { successful, failed, errors } = tally;
  return { success: true, message, results: { total: successful + failed, successful, failed, errors } };
}
