import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../platform/clock.ts';

export type KeySetOptions = {
  jwksUrl: string;
  /** How the key set is fetched. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  clock: Clock;
};

const FETCH_LIMIT_MILLISECONDS = 2_000;

/** How old the keys may get before they are fetched again, on the side: new tokens may be signed with new ones. */
const REFRESH_MILLISECONDS = 10 * 60_000;

/** Between two fetches, whatever tokens claim: forged key ids must not become a storm at the provider. */
const LEAST_MILLISECONDS_BETWEEN_FETCHES = 30_000;

/** After a fetch that failed, so that an outage neither locks everybody out for long nor is made worse. */
const LEAST_MILLISECONDS_AFTER_FAILURE = 5_000;

/**
 * The provider's published keys. They are kept for as long as the provider cannot be reached, so that its outage signs
 * nobody out; a token with an unknown key id makes at most one fetch in 30 seconds.
 */
export function createKeySet({ jwksUrl, fetch, clock }: KeySetOptions): JWTVerifyGetKey {
  let lastFailure = Number.NEGATIVE_INFINITY;
  let lastAttempt = Number.NEGATIVE_INFINITY;

  const fetchUnlessJustFailed: typeof fetch = async (url, init) => {
    const now = clock.now().getTime();
    if (now - lastFailure < LEAST_MILLISECONDS_AFTER_FAILURE)
      throw new Error('The key set could not be fetched just now.');
    lastAttempt = now;
    try {
      const response = await fetch(url, init);
      if (!response.ok) lastFailure = now;
      return response;
    } catch (error) {
      lastFailure = now;
      throw error;
    }
  };

  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: FETCH_LIMIT_MILLISECONDS,
    cooldownDuration: LEAST_MILLISECONDS_BETWEEN_FETCHES,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: fetchUnlessJustFailed,
  });

  function refreshWhenOld(): void {
    const isOld = clock.now().getTime() - lastAttempt > REFRESH_MILLISECONDS;
    // The old keys serve meanwhile, and go on serving where this fails: it is tried again after the same time.
    if (keys.jwks() !== undefined && isOld) keys.reload().catch(() => undefined);
  }

  return async (header, token) => {
    refreshWhenOld();
    return keys(header, token);
  };
}
