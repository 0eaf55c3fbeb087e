import { FailureError } from './failure.ts';

/**
 * Observes the calls of a provider. Called as a call begins, with the host if an operator may see it; the function that it returns
 * ends the call, with the reason if it failed.
 */
export type CallWatch = (host: string | null) => (failure: string | null) => void;

/** Runs a call under observation. `failureOf`: why a result is a failure, or null. */
export async function watchCall<Result>(
  watch: CallWatch | undefined,
  host: string | null,
  call: () => Promise<Result>,
  failureOf: (result: Result) => string | null = () => null,
): Promise<Result> {
  if (watch === undefined) return call();
  const end = watch(host);
  try {
    const result = await call();
    end(failureOf(result));
    return result;
  } catch (error) {
    end(error instanceof FailureError ? error.failure.reason : 'failed');
    throw error;
  }
}
