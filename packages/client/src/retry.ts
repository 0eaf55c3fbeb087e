export type RetryOptions = {
  /** How often a request is repeated. Default 3. */
  maxRetries?: number;
  /** A longer `Retry-After` is not waited for: its response is returned. Default 60 seconds. */
  maxWaitSeconds?: number;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

const SAFE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/**
 * A `fetch` that repeats requests after 429, 503, `idempotency.in-flight` and lost connections. It waits as `Retry-After` says, or
 * else 0.5, 1, 2 … seconds. A POST gets an `Idempotency-Key` if it has none, so it takes effect once.
 */
export function createRetryingFetch(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { maxRetries = 3, maxWaitSeconds = 60, fetch: send = fetch, sleep = sleepFor } = options;

  return async (request) => {
    if (request.method === 'POST' && isOfApi(request) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', randomKey());
    }
    const isRepeatable = SAFE.has(request.method) || request.headers.has('idempotency-key');
    for (let retry = 0; ; retry += 1) {
      const isLast = !isRepeatable || retry >= maxRetries;
      const response = await send(isLast ? request : request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      if (response !== null && (isLast || !canSucceedLater(response))) return response;
      const seconds = Number(response?.headers.get('retry-after') ?? 2 ** (retry - 1));
      if (response !== null && !(seconds <= maxWaitSeconds)) return response;
      await response?.body?.cancel();
      await sleep(seconds * 1000, request.signal);
    }
  };
}

/** 128 bits. `crypto.randomUUID` is missing on pages over plain http, as on a home network. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keys are for the API. The identity provider does not know them. */
function isOfApi({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/api/');
}

function canSucceedLater({ status, headers }: Response): boolean {
  return status === 429 || status === 503 || (status === 409 && headers.has('retry-after'));
}

/** Rejects if the signal aborts. */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
