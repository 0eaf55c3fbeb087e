import { MeadowError } from '@meadow/client';

/** What the server returned to a write. `status` is null if it did not respond. */
export type OutboxResponse = {
  status: number | null;
  code: string;
  message: string;
  retryAfterMs: number | null;
  body: unknown;
};

export const NO_RESPONSE: OutboxResponse = {
  status: null,
  code: 'unreachable',
  message: '',
  retryAfterMs: null,
  body: null,
};

/** In place of a response: this device has lost the photo of the item. */
export const PHOTO_LOST: OutboxResponse = { ...NO_RESPONSE, status: 400, code: 'outbox.photo-lost' };

/** Reads a response as the outbox decides on it. */
export function responseOf(status: number, retryAfter: string | null, body: unknown): OutboxResponse {
  const { code, message } = new MeadowError(status, status < 300 ? undefined : ((body ?? {}) as object));
  return { status, code, message, retryAfterMs: retryAfterMsOf(Number(retryAfter)), body };
}

/** The response that an error of a request holds. */
export function responseOfError(error: unknown): OutboxResponse {
  if (!(error instanceof MeadowError)) return NO_RESPONSE;
  const { status, code, message, retryAfterSeconds = 0 } = error;
  return { status, code, message, retryAfterMs: retryAfterMsOf(retryAfterSeconds), body: null };
}

function retryAfterMsOf(seconds: number): number | null {
  return seconds > 0 ? seconds * 1_000 : null;
}
