import { MeadowError } from '@meadow/client';

/** What the server said. `status` is null if it did not answer. */
export type Answer = {
  status: number | null;
  code: string;
  message: string;
  retryAfterMs: number | null;
  body: unknown;
};

export const NO_ANSWER: Answer = { status: null, code: 'unreachable', message: '', retryAfterMs: null, body: null };

/** Reads an answer as the outbox decides on it. */
export function answerOf(status: number, retryAfter: string | null, body: unknown): Answer {
  const { code, message } = new MeadowError(status, status < 300 ? undefined : ((body ?? {}) as object));
  return { status, code, message, retryAfterMs: retryAfterMsOf(Number(retryAfter)), body };
}

/** The answer that an error of a request holds. */
export function answerOfError(error: unknown): Answer {
  if (!(error instanceof MeadowError)) return NO_ANSWER;
  const { status, code, message, retryAfterSeconds = 0 } = error;
  return { status, code, message, retryAfterMs: retryAfterMsOf(retryAfterSeconds), body: null };
}

function retryAfterMsOf(seconds: number): number | null {
  return seconds > 0 ? seconds * 1_000 : null;
}
