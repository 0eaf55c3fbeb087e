import { AppError } from '../../platform/errors.ts';
import { FailureError, type OutboundFailure } from '../../platform/outbound/failure.ts';
import type { AiUsage } from './ai.ts';

export type AiFailure = OutboundFailure<
  'time-limit' | 'not-reachable' | 'refused' | 'paused' | 'too-large' | 'not-of-the-shape'
>;

/** A failure on its way up through the SDK; with what it used, where the provider has answered. */
export class AiFailureError extends FailureError<AiFailure> {
  readonly usage: AiUsage | undefined;

  constructor(failure: AiFailure, usage?: AiUsage) {
    super(failure);
    this.usage = usage;
  }
}

/** What a caller sees of a failed call that the provider charges for: the same error, and what the call used. */
export class BilledError extends AppError {
  readonly usage: AiUsage;

  constructor(error: AppError, usage: AiUsage) {
    const { details, retryAfterSeconds } = error;
    super(error, { ...(details && { details }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    this.usage = usage;
  }
}

/** What a failed call used, if the provider has answered it and charges for it. */
export function billedUsageOf(error: unknown): AiUsage | null {
  return error instanceof BilledError ? error.usage : null;
}

const refusalsThatConcernEveryCall = [401, 403, 404, 408, 429];

/**
 * Whether the next call would probably fail in the same way, whatever it asks. A refusal of one text (400, 413, 422) or an
 * answer that can not be used says nothing about the next call, so that no user can shut the provider off for the others.
 */
export function isOutage(error: Error): boolean {
  if (!(error instanceof AiFailureError)) {
    return false;
  }
  const { reason, status = 0 } = error.failure;
  return (
    reason === 'time-limit' ||
    reason === 'not-reachable' ||
    (reason === 'refused' && (status >= 500 || refusalsThatConcernEveryCall.includes(status)))
  );
}
