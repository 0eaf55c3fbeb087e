import { defineJob } from '#access/job.ts';
import type { Worker } from '#platform/jobs/job.ts';
import type { AssistantDeps } from '../deps.ts';
import { AnalysisRun } from './analysis.schema.ts';
import { ANALYZE_NOTES, analyzeAllUsers, runAnalysisWorker } from './analysis-run.actions.ts';

export const NOTE_ANALYSIS = defineJob({
  name: ANALYZE_NOTES,
  cron: '0 2 * * *',
  description: 'Analyze the entries of users who consent',
  backfillDays: 0,
  run: analyzeAllUsers,
  skip: ({ ai }) => (ai.isConfigured ? null : 'No AI provider is configured, so nothing was analyzed.'),
  isComplete: (run) => run.is_complete && run.results.failed === 0,
  nothing: () => ({ is_complete: true, results: { total: 0, successful: 0, failed: 0, errors: [] } }),
  route: {
    path: '/api/chat/cron/analyze-notes',
    secrets: 'chat',
    details:
      'A repeated call retries failed users and analyzes new entries. A run ends after 50 minutes; the next call continues it.',
    response: AnalysisRun,
  },
});

export const NOTE_ANALYSIS_WORKER: Worker<AssistantDeps> = { job: ANALYZE_NOTES, run: runAnalysisWorker };
