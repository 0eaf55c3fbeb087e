import { boundedFetch } from '#platform/outbound/bounded-fetch.ts';
import type { CallWatch } from '#platform/outbound/call-watch.ts';
import { MusicFailureError } from './music.failure.ts';
import type { MusicFailure } from './music.ts';

/** A page of 50 plays has some hundred kilobytes. Larger responses are cut off. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

const DEFAULT_RETRY_AFTER_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60;

/** The options that the OAuth library passes to its `fetch`. */
type RequestOptions = {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | string | null | undefined;
  signal?: AbortSignal;
};

/** Creates the `fetch` of the music service. It rejects with `MusicFailureError` for statuses 429 and 5xx. */
export function createMusicFetch(watch?: CallWatch): (url: string, init: RequestOptions) => Promise<Response> {
  return async (url, init) => {
    const { status, headers, body } = await boundedFetch(
      url,
      { ...init, body: init.body ?? null },
      { maxBytes: MAX_RESPONSE_BYTES, FailureError: MusicFailureError, rejectionOf, watch },
    );
    const type = headers.get('content-type');
    // Other headers are left out: the library would look for challenges in them.
    return new Response(status === 204 ? null : body, {
      status,
      headers: type === null ? {} : { 'content-type': type },
    });
  };
}

function rejectionOf({ status, headers }: Response): MusicFailure | null {
  if (status === 429) {
    return { reason: 'rate-limited', status, retryAfterSeconds: retryAfterOf(headers.get('retry-after')) };
  }
  return status >= 500 ? { reason: 'out-of-order', status } : null;
}

/** The header Retry-After in seconds. It is a number of seconds or an HTTP date. */
function retryAfterOf(header: string | null): number {
  const seconds = /^\d{1,9}$/.test(header ?? '')
    ? Number(header)
    : Math.ceil((Date.parse(header ?? '') - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? DEFAULT_RETRY_AFTER_SECONDS : Math.min(Math.max(1, seconds), MAX_RETRY_AFTER_SECONDS);
}
