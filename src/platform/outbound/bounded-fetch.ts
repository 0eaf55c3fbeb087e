import { type FetchFailure, fetchFailureOf, readBodyAtMost } from './bounded-body.ts';
import { FailureError, type OutboundFailure } from './failure.ts';

/** `FailureError`: the provider's own. `refusalOf`: why an answer is given up before its body is read, or null. */
type Limits<Failure extends OutboundFailure<string>> = {
  maxBytes: number;
  FailureError: new (failure: Failure | FetchFailure) => FailureError<Failure>;
  refusalOf?: (response: Response) => Failure | null;
};

type BoundedAnswer = { status: number; headers: Headers; body: Blob };

/**
 * A `fetch` for a provider that may misbehave. It reads at most `maxBytes` (after decompression) within the signal and follows
 * no redirect, which would hand on the credentials. Rejects with the provider's `FailureError` only.
 */
export async function boundedFetch<Failure extends OutboundFailure<string>>(
  input: string | URL | Request,
  init: RequestInit,
  { maxBytes, FailureError: ProviderError, refusalOf }: Limits<Failure>,
): Promise<BoundedAnswer> {
  try {
    const response = await fetch(input, { ...init, redirect: 'error' });
    const refusal = refusalOf?.(response) ?? null;
    if (refusal !== null) {
      await response.body?.cancel();
      throw new ProviderError(refusal);
    }
    const body = await readBodyAtMost(response, maxBytes, init.signal ?? undefined);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    throw error instanceof FailureError ? error : new ProviderError(fetchFailureOf(error, init.signal));
  }
}
