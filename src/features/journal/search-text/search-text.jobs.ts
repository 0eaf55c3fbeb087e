import { defineJob } from '#access/job.ts';
import { foldEntries } from './search-text.actions.ts';
import { FoldRun } from './search-text.schema.ts';

export const FOLD_ENTRIES = defineJob({
  name: 'fold-entries',
  cron: '*/5 * * * *',
  description: 'Prepare entries for searches',
  backfillDays: 0,
  run: foldEntries,
  nothing: () => ({ results: { folded_entries: 0, built_indexes: [] } }),
  isComplete: ({ success }) => success,
  route: {
    path: '/api/cron/fold-entries',
    secrets: 'housekeeping',
    response: FoldRun,
  },
});
