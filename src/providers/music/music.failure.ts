import type { AppError } from '../../platform/errors.ts';
import { FailureError, type OutboundFailure } from '../../platform/outbound/failure.ts';
import { musicErrors } from './music.errors.ts';

/** `code` is the service's own word for the refusal, such as `invalid_client`. */
export type MusicFailure = OutboundFailure<
  | 'time-limit'
  | 'not-reachable'
  | 'out-of-order'
  | 'rate-limited'
  | 'paused'
  | 'refused'
  | 'too-large'
  | 'not-of-the-shape'
> & { code?: string; retryAfterSeconds?: number };

/** A failure on its way up through the library. */
export class MusicFailureError extends FailureError<MusicFailure> {}

/** Whether the next call would probably fail in the same way, whoever it is for. */
export function isOutage(error: Error): boolean {
  if (!(error instanceof MusicFailureError)) return false;
  return ['time-limit', 'not-reachable', 'out-of-order'].includes(error.failure.reason);
}

/** What the client is told. */
export function refusalFor({ reason, retryAfterSeconds }: MusicFailure): AppError {
  const pause = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  switch (reason) {
    case 'time-limit':
      return musicErrors.timeout();
    case 'not-reachable':
    case 'out-of-order':
      return musicErrors.unavailable();
    case 'rate-limited':
      return musicErrors.rateLimited(pause);
    case 'paused':
      return musicErrors.paused(pause);
    case 'refused':
      return musicErrors.refused();
    case 'too-large':
    case 'not-of-the-shape':
      return musicErrors.badAnswer();
  }
}
