import type { NamedCircuitState } from '../../platform/outbound/circuit-breaker.ts';
import { musicErrors } from './music.errors.ts';
import type { MusicFailure } from './music.failure.ts';

/** `state` comes back with the person; `codeVerifier` stays here, and proves that it is us who exchange the code. */
export type Authorization = { state: string; codeVerifier: string; redirectUri: string };

/** The code that a person came back with, and what it was asked for with. */
export type CodeToExchange = { code: string; codeVerifier: string; redirectUri: string };

/** What lets us read a person's plays. `refreshToken` is null where the one before goes on to work. */
export type Grant = { accessToken: string; refreshToken: string | null; scope: string; expiresInSeconds: number };

/** The first grant: it can always be renewed. */
export type FirstGrant = Grant & { refreshToken: string };

/** What the service knows of a track, made to fit: texts are cut, addresses are of the web, anything else is left out. */
export type Track = {
  id: string;
  /** All that the service tells, as JSON; null where that is too much to keep, or cannot be kept. */
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
 * A music service that people have an account of their own with. Calls wait for another company's computer until `signal` ends
 * them, and fail with one of `musicErrors`: never make one inside a transaction. Calls that belong together share a signal.
 * `refused` says that the code or the token is not good (any more), so that the person has to connect again.
 */
export type Music = {
  isConfigured: boolean;
  /** Throws `music.not-configured`. */
  requireConfigured(): void;
  /** Where a person lets us read their plays: a page of the service. The challenge for the code is S256. */
  authorizeUrl(authorization: Authorization): string;
  /** `scope-missing` where the person allowed less than was asked for. */
  exchangeCode(code: CodeToExchange, signal: AbortSignal): Promise<FirstGrant | 'refused' | 'scope-missing'>;
  /** A refresh token may work once: keep the new one at once. */
  refresh(refreshToken: string, signal: AbortSignal): Promise<Grant | 'refused'>;
  /** Who the person is to the service. */
  whoAmI(accessToken: string, signal: AbortSignal): Promise<{ id: string } | 'refused'>;
  /** What was played after a moment, or the last fifty; in no order, and without what is no track of the service. */
  recentPlays(accessToken: string, after: Date | null, signal: AbortSignal): Promise<Play[] | 'refused'>;
  /** How its breaker stands. It calls nobody. */
  standings(): readonly NamedCircuitState[];
};

/**
 * Where the service is, and who we are there. Without a `clientId` every call is refused; without a `clientSecret` we are a
 * public client. After `failuresBeforePause` outages in a row (5) calls fail at once for `pauseMs` (30,000); then a single call
 * tries whether the service is back. `onFailure` hears of every failure, for the log; what it hears is free of tokens and addresses.
 */
export type MusicConfiguration = {
  clientId: string | null;
  clientSecret: string | null;
  authorizeUrl: string;
  tokenUrl: string;
  /** Ends in the version, as in https://api.example/v1. */
  apiUrl: string;
  failuresBeforePause?: number;
  pauseMs?: number;
  onFailure?: (failure: MusicFailure) => void;
};

/** Builds the music service that the configuration asks for. */
export async function createMusic(configuration: MusicConfiguration): Promise<Music> {
  const { clientId } = configuration;
  if (clientId === null) return NOT_CONFIGURED;
  const { createWebApiMusic } = await import('./music.web-api.ts');
  return createWebApiMusic({ ...configuration, clientId });
}

function refuse(): never {
  throw musicErrors.notConfigured();
}

const NOT_CONFIGURED: Music = {
  isConfigured: false,
  requireConfigured: refuse,
  authorizeUrl: refuse,
  exchangeCode: async () => refuse(),
  refresh: async () => refuse(),
  whoAmI: async () => refuse(),
  recentPlays: async () => refuse(),
  standings: () => [],
};
