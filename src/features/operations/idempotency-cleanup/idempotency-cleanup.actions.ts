import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { forgetExpiredAnswers } from '../../../platform/http/idempotency/idempotency.ts';
import type { KeptAnswerRun } from './idempotency-cleanup.schema.ts';

export type KeptAnswerDeps = { db: Db; clock: Clock };

/** Deletes the answers stored for idempotency keys, a day after the request. */
export async function forgetAnswers(deps: KeptAnswerDeps): Promise<KeptAnswerRun> {
  const forgotten = await forgetExpiredAnswers(deps);
  return { success: true, message: `${forgotten} answers were forgotten.`, results: { forgotten } };
}
