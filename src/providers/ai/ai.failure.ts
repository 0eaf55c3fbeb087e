/**
 * Why a call failed, for the operator. It never holds a text, a key or anything that the provider sent, apart from the HTTP
 * status (`status`). `networkCode` is the operating system's word for it, such as ECONNREFUSED.
 */
export type AiFailure = {
  reason: 'time-limit' | 'not-reachable' | 'refused' | 'paused' | 'too-large' | 'not-of-the-shape';
  status?: number;
  networkCode?: string;
};

/** A failure on its way up through the SDK. */
export class AiFailureError extends Error {
  readonly failure: AiFailure;

  constructor(failure: AiFailure) {
    super(`The call of the AI provider failed: ${failure.reason}`);
    this.name = 'AiFailureError';
    this.failure = failure;
  }
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
