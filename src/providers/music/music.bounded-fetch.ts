import { fetchFailureOf, readBodyAtMost } from '../../platform/read-body.ts';
import { MusicFailureError } from './music.failure.ts';

/** Fifty plays with all that is told about their tracks have some hundred kilobytes. Beyond this the connection is closed. */
const LARGEST_ANSWER_BYTES = 2 * 1024 * 1024;

const USUAL_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 24 * 60 * 60;

/** What the library hands to its `fetch`. */
type Call = {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | string | null | undefined;
  signal?: AbortSignal;
};

/**
 * A `fetch` for talking to a service that may misbehave: it reads a bounded answer within the signal and follows no redirect
 * (the token would travel along). What keeps it from an answer, and an answer that concerns every caller (429, 5xx), is a
 * `MusicFailureError`.
 */
export async function boundedFetch(address: string, init: Call): Promise<Response> {
  try {
    const response = await fetch(address, { ...init, body: init.body ?? null, redirect: 'error' });
    const { status, headers } = response;
    if (status === 429 || status >= 500) {
      await response.body?.cancel();
      if (status === 429) {
        const retryAfterSeconds = pauseIn(headers.get('retry-after'));
        throw new MusicFailureError({ reason: 'rate-limited', status, retryAfterSeconds });
      }
      throw new MusicFailureError({ reason: 'out-of-order', status });
    }
    const body = await readBodyAtMost(response, LARGEST_ANSWER_BYTES, init.signal ?? undefined);
    const type = headers.get('content-type');
    // Without its other headers, which the library would look into for challenges.
    return new Response(status === 204 ? null : body, {
      status,
      headers: type === null ? {} : { 'content-type': type },
    });
  } catch (error) {
    if (error instanceof MusicFailureError) throw error;
    throw new MusicFailureError(fetchFailureOf(error, init.signal));
  }
}

/** The header Retry-After in seconds: a number, or a moment by the clock of this machine. */
function pauseIn(header: string | null): number {
  const seconds = /^\d{1,9}$/.test(header ?? '')
    ? Number(header)
    : Math.ceil((Date.parse(header ?? '') - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? USUAL_PAUSE_SECONDS : Math.min(Math.max(1, seconds), LONGEST_PAUSE_SECONDS);
}
