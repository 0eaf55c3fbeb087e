import { type Help, type Job, requireAllDone } from '../../platform/jobs/job.ts';
import { ANALYZE_NOTES, type AnalysisRunDeps, analyzeEverybody, helpToAnalyze } from './analysis-run.actions.ts';

export const NOTE_ANALYSIS: Job<AnalysisRunDeps> = {
  name: ANALYZE_NOTES,
  cron: '0 2 * * *',
  about: 'Analyze the notes of everybody who wants that',
  makeUpDays: 0,
  run: async (deps) => {
    const run = await analyzeEverybody(deps);
    return requireAllDone(run, run.is_complete && run.results.failed === 0);
  },
};

export const NOTE_ANALYSIS_HELP: Help<AnalysisRunDeps> = { job: ANALYZE_NOTES, run: helpToAnalyze };
