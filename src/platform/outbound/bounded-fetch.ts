import { type FetchFailure, fetchFailureOf, readBodyAtMost } from './bounded-body.ts';
import { type CallWatch, watchCall } from './call-watch.ts';
import { FailureError, type OutboundFailure } from './failure.ts';

/** `FailureError`: the provider's own class. `rejectionOf`: why to reject a response before reading its body, or null. */
type Limits<Failure extends OutboundFailure<string>> = {
  maxBytes: number;
  FailureError: new (failure: Failure | FetchFailure) => FailureError<Failure>;
  rejectionOf?: (response: Response) => Failure | null;
  watch?: CallWatch | undefined;
};

type BoundedResponse = { status: number; headers: Headers; body: Blob };

/**
 * A `fetch` for a provider that may misbehave.
 * Reads at most `maxBytes` (after decompression) within the signal. Follows no redirects, which would forward the credentials.
 * Rejects with the provider's `FailureError` only.
 */
export function boundedFetch<Failure extends OutboundFailure<string>>(
  input: string | URL | Request,
  init: RequestInit,
  { watch, ...limits }: Limits<Failure>,
): Promise<BoundedResponse> {
  const { host } = new URL(input instanceof Request ? input.url : input);
  return watchCall(
    watch,
    host,
    () => exchange(input, init, limits),
    ({ status }) => (status >= 500 ? 'status' : null),
  );
}

async function exchange<Failure extends OutboundFailure<string>>(
  input: string | URL | Request,
  init: RequestInit,
  { maxBytes, FailureError: ProviderError, rejectionOf }: Omit<Limits<Failure>, 'watch'>,
): Promise<BoundedResponse> {
  try {
    const response = await fetch(input, { ...init, redirect: 'error' });
    const rejection = rejectionOf?.(response) ?? null;
    if (rejection !== null) {
      await response.body?.cancel();
      throw new ProviderError(rejection);
    }
    const body = await readBodyAtMost(response, maxBytes, init.signal ?? undefined);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    throw error instanceof FailureError ? error : new ProviderError(fetchFailureOf(error, init.signal));
  }
}
