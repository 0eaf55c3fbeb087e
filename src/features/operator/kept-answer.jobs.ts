import type { Job } from '../../platform/jobs/job.ts';
import { forgetAnswers, type KeptAnswerDeps } from './kept-answer.actions.ts';

export const ANSWER_FORGETTING: Job<KeptAnswerDeps> = {
  name: 'forget-answers',
  cron: '20 * * * *',
  about: 'Forget the answers that are kept for repeated requests, a day later',
  makeUpDays: 0,
  run: forgetAnswers,
};
