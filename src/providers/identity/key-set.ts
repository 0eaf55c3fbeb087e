import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '#platform/clock.ts';
import { readBodyAtMost } from '#platform/outbound/bounded-body.ts';

export type KeySetOptions = {
  jwksUrl: string;
  /** How the key set is fetched. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  clock: Clock;
  /** The maximum time of a fetch. Default: 2,000. */
  keySetTimeoutMs?: number | undefined;
};

const FETCH_TIMEOUT_MS = 2_000;
const MAX_KEY_SET_BYTES = 256 * 1024;

/** Age after which the keys are fetched again in the background. */
const REFRESH_MS = 10 * 60_000;

/** Limits the requests that forged key ids can cause. */
const MIN_MS_BETWEEN_FETCHES = 30_000;

/** Short, so that users can sign in soon after an outage. */
const MIN_MS_AFTER_FAILURE = 5_000;

export type KeySet = {
  /** Calls `verify` with the known keys, and once more with newer ones if the signature does not fit the key of its id. */
  withKeys<Result>(verify: (keys: JWTVerifyGetKey) => Promise<Result>): Promise<Result>;
};

/**
 * Caches the provider's public keys, also while the provider is not reachable. Tokens with an unknown key id, or with a signature of another
 * key than that of their id, cause at most one fetch in 30 seconds. Rejects with a JOSEError if no known key fits the token, and with another
 * error if there are no keys.
 */
export function createKeySet(options: KeySetOptions): KeySet {
  const { jwksUrl, fetch, clock, keySetTimeoutMs = FETCH_TIMEOUT_MS } = options;
  let known: ReturnType<typeof createLocalJWKSet> | null = null;
  let lastAttempt = Number.NEGATIVE_INFINITY;
  let lastFailure: Error | null = null;
  let inFlight: Promise<void> | null = null;

  async function load(): Promise<void> {
    lastAttempt = clock.now().getTime();
    try {
      const signal = AbortSignal.timeout(keySetTimeoutMs);
      // No redirects: the URL of the keys is configuration.
      const response = await fetch(jwksUrl, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
      if (response.status !== 200)
        throw new Error(`The identity provider responded with status ${response.status} for its key set.`);
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

  const msSinceAttempt = () => clock.now().getTime() - lastAttempt;

  async function refreshIfDue(): Promise<void> {
    if (inFlight !== null) return refresh();
    const intervalMs = lastFailure === null ? MIN_MS_BETWEEN_FETCHES : MIN_MS_AFTER_FAILURE;
    if (msSinceAttempt() >= intervalMs) return refresh();
    if (lastFailure !== null) throw lastFailure;
  }

  async function readKeys(): Promise<ReturnType<typeof createLocalJWKSet>> {
    if (known === null) await refreshIfDue();
    // The old keys stay in use meanwhile, and if this fails.
    else if (msSinceAttempt() > REFRESH_MS) refresh().catch(() => undefined);
    if (known === null) throw new Error('The key set of the identity provider has not been fetched.');
    return known;
  }

  return {
    withKeys: async (verify) => {
      let used: JWTVerifyGetKey | null = null;
      try {
        // What is no token of an accepted algorithm is refused without keys.
        return await verify(async (header, token) => {
          const keys = await readKeys();
          used = keys;
          return keys(header, token);
        });
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey;
        // A provider may publish another key under an id that it had before.
        if (!isUnknown && !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        // A forged signature is one, whether or not the provider is reachable.
        await refreshIfDue().catch((failure) => {
          throw isUnknown ? failure : error;
        });
        const newer = await readKeys();
        if (newer === used) throw error;
        return verify(newer);
      }
    },
  };
}
