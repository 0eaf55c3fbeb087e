import type { AppError } from '../../platform/errors.ts';
import { musicErrors } from './music.errors.ts';

/**
 * Why a call failed, for the operator. It never holds a token, an address or a text of the service: `status` is the HTTP status
 * of its answer, `code` its own word for the refusal (such as `invalid_client`), and `networkCode` the operating system's.
 */
export type MusicFailure = {
  reason:
    | 'time-limit'
    | 'not-reachable'
    | 'out-of-order'
    | 'rate-limited'
    | 'paused'
    | 'refused'
    | 'too-large'
    | 'not-of-the-shape';
  status?: number;
  code?: string;
  networkCode?: string;
  retryAfterSeconds?: number;
};

/** A failure on its way up through the library. */
export class MusicFailureError extends Error {
  readonly failure: MusicFailure;

  constructor(failure: MusicFailure) {
    super(`The call of the music service failed: ${failure.reason}`);
    this.name = 'MusicFailureError';
    this.failure = failure;
  }
}

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
