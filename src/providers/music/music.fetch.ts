import { boundedFetch } from '../../platform/outbound/bounded-fetch.ts';
import { type MusicFailure, MusicFailureError } from './music.failure.ts';

/** Fifty plays with all that is told about their tracks have some hundred kilobytes. Beyond this the connection is closed. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const DEFAULT_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 24 * 60 * 60;

/** What the library hands to its `fetch`. */
type Call = {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | string | null | undefined;
  signal?: AbortSignal;
};

/** The `fetch` of the music service. An answer that concerns every caller (429, 5xx) is a `MusicFailureError`. */
export async function musicFetch(address: string, init: Call): Promise<Response> {
  const { status, headers, body } = await boundedFetch(
    address,
    { ...init, body: init.body ?? null },
    { maxBytes: MAX_ANSWER_BYTES, FailureError: MusicFailureError, rejectionOf },
  );
  const type = headers.get('content-type');
  // Without its other headers, which the library would look into for challenges.
  return new Response(status === 204 ? null : body, {
    status,
    headers: type === null ? {} : { 'content-type': type },
  });
}

function rejectionOf({ status, headers }: Response): MusicFailure | null {
  if (status === 429) {
    return { reason: 'rate-limited', status, retryAfterSeconds: pauseIn(headers.get('retry-after')) };
  }
  return status >= 500 ? { reason: 'out-of-order', status } : null;
}

/** The header Retry-After in seconds: a number, or a moment by the clock of this machine. */
function pauseIn(header: string | null): number {
  const seconds = /^\d{1,9}$/.test(header ?? '')
    ? Number(header)
    : Math.ceil((Date.parse(header ?? '') - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? DEFAULT_PAUSE_SECONDS : Math.min(Math.max(1, seconds), MAX_PAUSE_SECONDS);
}
