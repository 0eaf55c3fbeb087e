import type { CallWatch } from '#platform/outbound/call-watch.ts';
import type { NamedCircuitState } from '#platform/outbound/circuit-breaker.ts';
import type { OutboundFailure } from '#platform/outbound/failure.ts';

/** The parameters of an OAuth authorization URL. `codeVerifier` is secret; only its S256 challenge is sent. */
export type Authorization = { state: string; codeVerifier: string; redirectUri: string };

/** An authorization code with the values that it was requested with. */
export type CodeToExchange = { code: string; codeVerifier: string; redirectUri: string };

/** Tokens for a user's plays. `refreshToken` is null if the previous one stays valid. */
export type Grant = { accessToken: string; refreshToken: string | null; scope: string; expiresInSeconds: number };

export type FirstGrant = Grant & { refreshToken: string };

/** A track as reported by the service. Long texts are truncated; URLs are http or https; invalid values are left out. */
export type Track = {
  id: string;
  /** The JSON of the service. Null if it is too large or cannot be stored. */
  raw: string | null;
  name: string;
  artistNames: string[];
  albumName: string | null;
  albumImageUrl: string | null;
  externalUrl: string | null;
  durationMs: number | null;
  isExplicit: boolean;
};

export type Play = { track: Track; playedAt: Date };

/**
 * A music service in which users have accounts. Calls last until `signal` aborts them: never make one inside a transaction.
 * Calls that belong together share a signal. `refused` means that the code or token is invalid, so the user has to connect again.
 *
 * @throws {music.not-configured}
 * @throws {music.unavailable}
 * @throws {music.refused}
 * @throws {music.bad-response}
 * @throws {music.timeout}
 * @throws {music.rate-limited}
 * @throws {music.paused}
 */
export type Music = {
  isConfigured: boolean;
  /** @throws {music.not-configured} */
  requireConfigured(): void;
  /** The page of the service on which a user allows access to their plays. */
  authorizeUrl(authorization: Authorization): string;
  /** `scope-missing` if the user allowed less than requested. */
  exchangeCode(code: CodeToExchange, signal: AbortSignal): Promise<FirstGrant | 'refused' | 'scope-missing'>;
  /** A refresh token may be valid only once: store the new one immediately. */
  refresh(refreshToken: string, signal: AbortSignal): Promise<Grant | 'refused'>;
  whoAmI(accessToken: string, signal: AbortSignal): Promise<{ id: string } | 'refused'>;
  /** Plays after an instant, or the last 50 if it is null. In no order. */
  recentPlays(accessToken: string, after: Date | null, signal: AbortSignal): Promise<Play[] | 'refused'>;
  /** The state of the circuit breaker. Sends no request. */
  circuitStates(): readonly NamedCircuitState[];
};

/** Why a call failed. Contains no token and no URL. `code` is the OAuth error code, such as `invalid_client`. */
export type MusicFailure = OutboundFailure<
  | 'time-limit'
  | 'not-reachable'
  | 'out-of-order'
  | 'rate-limited'
  | 'paused'
  | 'refused'
  | 'too-large'
  | 'not-of-the-shape'
> & { code?: string; retryAfterSeconds?: number };

/**
 * After `failuresBeforePause` outages in a row (default 5) calls fail immediately for `pauseMs` (default 30,000). Then one call
 * checks whether the service is back.
 */
export type BreakerSettings = {
  failuresBeforePause?: number;
  pauseMs?: number;
  onFailure?: (failure: MusicFailure) => void;
};

/** Without `clientId` every call fails. Without `clientSecret` Meadow is a public client. */
export type MusicConfiguration = BreakerSettings & {
  clientId: string | null;
  clientSecret: string | null;
  authorizeUrl: string;
  tokenUrl: string;
  /** Ends in the version, as in https://api.example/v1. */
  apiUrl: string;
  watch?: CallWatch;
};
