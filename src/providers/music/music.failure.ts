import type { AppError } from '#platform/errors.ts';
import { FailureError } from '#platform/outbound/failure.ts';
import { musicErrors } from './music.errors.ts';
import type { MusicFailure } from './music.ts';

/** A failure on its way through the OAuth library. */
export class MusicFailureError extends FailureError<MusicFailure> {}

/** Whether the next call of any user would probably fail in the same way. */
export function isOutage(error: Error): boolean {
  if (!(error instanceof MusicFailureError)) return false;
  return ['time-limit', 'not-reachable', 'out-of-order'].includes(error.failure.reason);
}

/** The problem that the client of the API gets. */
export function problemOf({ reason, retryAfterSeconds }: MusicFailure): AppError {
  const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  switch (reason) {
    case 'time-limit':
      return musicErrors.timeout();
    case 'not-reachable':
    case 'out-of-order':
      return musicErrors.unavailable();
    case 'rate-limited':
      return musicErrors.rateLimited(options);
    case 'paused':
      return musicErrors.paused(options);
    case 'refused':
      return musicErrors.refused();
    case 'too-large':
    case 'not-of-the-shape':
      return musicErrors.badResponse();
  }
}
