import { defineJob } from '#access/job.ts';
import { foldMessages } from './message-search.actions.ts';
import { MessageFoldRun } from './message-search.schema.ts';

export const FOLD_MESSAGES = defineJob({
  name: 'fold-messages',
  cron: '*/5 * * * *',
  description: 'Prepare messages for searches',
  backfillDays: 0,
  run: foldMessages,
  nothing: () => ({ results: { folded_messages: 0 } }),
  isComplete: ({ success }) => success,
  route: {
    path: '/api/cron/fold-messages',
    secrets: 'housekeeping',
    response: MessageFoldRun,
  },
});
