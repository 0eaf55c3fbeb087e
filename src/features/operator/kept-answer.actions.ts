import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { forgetExpiredAnswers } from '../../platform/http/idempotency.ts';
import { type Jobs, MET_ANOTHER_RUN } from '../../platform/jobs/jobs.ts';
import type { KeptAnswerRun } from './kept-answer.schema.ts';

export type KeptAnswerDeps = { db: Db; clock: Clock; jobs: Jobs };

/**
 * The job of each hour: removes the answers that are kept for repeated requests, a day after the request. One that meets another run
 * does nothing.
 */
export async function forgetAnswers(deps: KeptAnswerDeps): Promise<KeptAnswerRun> {
  const run = await deps.jobs.runAlone('forget-answers', async () => {
    const forgotten = await forgetExpiredAnswers(deps);
    return { success: true, message: `${forgotten} answers were forgotten.`, results: { forgotten } };
  });
  return run ?? { success: true, message: MET_ANOTHER_RUN, results: { forgotten: 0 } };
}
