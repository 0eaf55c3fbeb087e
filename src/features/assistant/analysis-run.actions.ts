import { type Jobs, MET_ANOTHER_RUN } from '../../platform/jobs/jobs.ts';
import { TIME_IS_OVER } from '../../platform/jobs/run-time.ts';
import { type AnalysisDeps, addTo, analyzePeople, listDue, type Tally } from './analysis.actions.ts';
import type { AnalysisRun } from './analysis.schema.ts';
import { help, type SharedWork, workTogether } from './shared-run.actions.ts';

export type AnalysisRunDeps = AnalysisDeps & { jobs: Jobs };

/** The name of the job, and the holder of what it claims. */
export const ANALYZE_NOTES = 'analyze-notes';

/**
 * The job of the night: analyzes the notes of everybody who lets the assistant read them, has written within seven days, and
 * has not been analyzed today (UTC) since. What was stored stands, so a run that was broken off goes on with the next one; one
 * that meets another does nothing. Other nodes are asked for help: see `helpToAnalyze`.
 */
export async function analyzeEverybody(deps: AnalysisRunDeps): Promise<AnalysisRun> {
  if (!deps.ai.isConfigured) return answer('No AI provider is configured, so that nothing was analyzed.');
  const run = await deps.jobs.runAlone(ANALYZE_NOTES, async () => {
    const { tallies, isThrough } = await workTogether(deps, analysisOf(deps));
    const sum: Tally = { successful: 0, failed: 0, errors: [] };
    for (const tally of tallies) addTo(sum, tally);
    const rest = isThrough ? '' : ` ${TIME_IS_OVER}`;
    return answer(`The notes of ${sum.successful} people were analyzed.${rest}`, sum, isThrough);
  });
  return run ?? answer(MET_ANOTHER_RUN);
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

function answer(
  message: string,
  tally: Tally = { successful: 0, failed: 0, errors: [] },
  isThrough = true,
): AnalysisRun {
  const { successful, failed, errors } = tally;
  const results = { total: successful + failed, successful, failed, errors };
  return { success: true, message, is_complete: isThrough, results };
}
