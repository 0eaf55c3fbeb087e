import { AppError } from '#platform/errors.ts';
import { FailureError } from '#platform/outbound/failure.ts';
import type { AiFailure, AiUsage } from './ai.ts';

/** A failure on its way through the SDK. `usage` is set if the provider has sent a response. */
export class AiFailureError extends FailureError<AiFailure> {
  readonly usage: AiUsage | undefined;

  constructor(failure: AiFailure, usage?: AiUsage) {
    super(failure);
    this.usage = usage;
  }
}

/** The error of a failed call that the provider charges for, with its usage. */
export class BilledError extends AppError {
  readonly usage: AiUsage;

  constructor(error: AppError, usage: AiUsage) {
    const { details, retryAfterSeconds } = error;
    super(error, { ...(details && { details }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    this.usage = usage;
  }
}

export function billedUsageOf(error: unknown): AiUsage | null {
  return error instanceof BilledError ? error.usage : null;
}

/** Statuses that any other call would get too. */
const GENERAL_STATUSES = [401, 403, 404, 408, 429];

/**
 * Whether the next call would probably fail in the same way. A rejected text (400, 413, 422) or an unusable response is no
 * outage, so one user cannot open the circuit for the others.
 */
export function isOutage(error: Error): boolean {
  if (!(error instanceof AiFailureError)) return false;
  const { reason, status = 0 } = error.failure;
  return (
    reason === 'time-limit' ||
    reason === 'not-reachable' ||
    (reason === 'refused' && (status >= 500 || GENERAL_STATUSES.includes(status)))
  );
}
