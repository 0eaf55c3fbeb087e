import { defineJob } from '../../../access/job.ts';
import { forgetAnswers } from './idempotency-cleanup.actions.ts';
import { KeptAnswerRun } from './idempotency-cleanup.schema.ts';

export const ANSWER_FORGETTING = defineJob({
  name: 'forget-answers',
  cron: '20 * * * *',
  description: 'Delete answers stored for idempotency keys after a day',
  backfillDays: 0,
  run: forgetAnswers,
  nothing: () => ({ results: { forgotten: 0 } }),
  route: {
    path: '/api/cron/forget-answers',
    secrets: 'housekeeping',
    response: KeptAnswerRun,
  },
});
