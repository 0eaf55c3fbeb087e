import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { readBodyAtMost } from '../../platform/outbound/bounded-body.ts';

export type KeySetOptions = {
  jwksUrl: string;
  /** How the key set is fetched. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  clock: Clock;
};

const FETCH_TIMEOUT_MS = 2_000;
const MAX_KEY_SET_BYTES = 256 * 1024;

/** How old the keys may get before they are fetched again, on the side: new tokens may be signed with new ones. */
const REFRESH_MS = 10 * 60_000;

/** Between two fetches, whatever tokens claim: forged key ids must not become a storm at the provider. */
const MIN_MS_BETWEEN_FETCHES = 30_000;

/** After a fetch that failed, so that an outage neither locks everybody out for long nor is made worse. */
const MIN_MS_AFTER_FAILURE = 5_000;

/**
 * The provider's published keys. They are kept for as long as the provider cannot be reached, so that its outage signs
 * nobody out; a token with an unknown key id makes at most one fetch in 30 seconds. Throws a JOSEError that is the fault of
 * the token where the keys are known and none of them fits, and any other error where the keys cannot be had.
 */
export function createKeySet({ jwksUrl, fetch, clock }: KeySetOptions): JWTVerifyGetKey {
  let known: ReturnType<typeof createLocalJWKSet> | null = null;
  let lastAttempt = Number.NEGATIVE_INFINITY;
  let lastFailure: Error | null = null;
  let inFlight: Promise<void> | null = null;

  async function load(): Promise<void> {
    lastAttempt = clock.now().getTime();
    try {
      const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
      // Where the keys are is configured: no answer may send us elsewhere.
      const response = await fetch(jwksUrl, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
      if (response.status !== 200)
        throw new Error(`The identity provider answered ${response.status} for its key set.`);
      const body = await readBodyAtMost(response, MAX_KEY_SET_BYTES, signal);
      known = createLocalJWKSet(JSON.parse(await body.text()) as JSONWebKeySet);
      lastFailure = null;
    } catch (cause) {
      lastFailure = new Error('The key set of the identity provider could not be fetched.', { cause });
      throw lastFailure;
    }
  }

  function refresh(): Promise<void> {
    inFlight ??= load().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  const millisecondsSinceAttempt = () => clock.now().getTime() - lastAttempt;

  async function refreshUnlessJustDone(): Promise<void> {
    if (inFlight !== null) return refresh();
    const least = lastFailure === null ? MIN_MS_BETWEEN_FETCHES : MIN_MS_AFTER_FAILURE;
    if (millisecondsSinceAttempt() >= least) return refresh();
    if (lastFailure !== null) throw lastFailure;
  }

  async function keysFetched(): Promise<ReturnType<typeof createLocalJWKSet>> {
    if (known === null) await refreshUnlessJustDone();
    // The old keys serve meanwhile, and go on serving where this fails: it is tried again after the same time.
    else if (millisecondsSinceAttempt() > REFRESH_MS) refresh().catch(() => undefined);
    if (known === null) throw new Error('The key set of the identity provider has not been fetched.');
    return known;
  }

  return async (header, token) => {
    const keys = await keysFetched();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refreshUnlessJustDone();
      const newer = await keysFetched();
      if (newer === keys) throw error;
      return newer(header, token);
    }
  };
}
