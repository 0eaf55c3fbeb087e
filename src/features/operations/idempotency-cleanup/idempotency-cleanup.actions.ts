import { forgetExpiredAnswers } from '../../../platform/http/idempotency/idempotency.ts';
import type { OperationsDeps } from '../deps.ts';
import type { IdempotencyCleanupRun } from './idempotency-cleanup.schema.ts';

/** Deletes idempotency keys and their stored responses a day after the request. */
export async function deleteExpiredResponses(
  deps: Pick<OperationsDeps, 'db' | 'clock'>,
): Promise<IdempotencyCleanupRun> {
  const forgotten = await forgetExpiredAnswers(deps);
  return { success: true, message: `${forgotten} stored responses were deleted.`, results: { forgotten } };
}
