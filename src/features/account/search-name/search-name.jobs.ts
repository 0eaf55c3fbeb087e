import { defineJob } from '#access/job.ts';
import { foldNames } from './search-name.actions.ts';
import { NameFoldRun } from './search-name.schema.ts';

export const FOLD_NAMES = defineJob({
  name: 'fold-names',
  cron: '*/5 * * * *',
  description: 'Prepare names for searches',
  backfillDays: 0,
  run: foldNames,
  nothing: () => ({ results: { folded_names: 0 } }),
  isComplete: ({ success }) => success,
  route: {
    path: '/api/cron/fold-names',
    secrets: 'housekeeping',
    response: NameFoldRun,
  },
});
