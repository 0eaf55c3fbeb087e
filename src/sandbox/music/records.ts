import { createHash, randomBytes } from 'node:crypto';
import { SANDBOX_TRACKS, type SandboxTrack } from './tracks.ts';

export type SandboxPlay = { track: SandboxTrack; playedAt: Date };

/** A user with an account at the sandbox. */
export type SandboxListener = { id: string; name: string; since: Date; plays: SandboxPlay[] };

/** The authorization request that a consent page shows. */
export type SandboxQuestion = {
  clientId: string;
  redirectUri: string;
  scope: string;
  state: string | null;
  codeChallenge: string;
};

/** All tokens of one consent. The reuse of a refresh token revokes them. */
type Family = { listener: SandboxListener; clientId: string; scope: string; isRevoked: boolean };

type Code = SandboxQuestion & { listener: SandboxListener; expiresAt: number; family: Family | null };

/** Everything that the sandbox remembers, for as long as it runs. */
export type SandboxRecords = {
  listeners: Map<string, SandboxListener>;
  codes: Map<string, Code>;
  refreshTokens: Map<string, { family: Family; isUsed: boolean }>;
  accessTokens: Map<string, { family: Family; expiresAt: number }>;
};

/** As the token endpoint words it (RFC 6749, 5.1 and 5.2). */
export type TokenResponse =
  | { access_token: string; token_type: 'Bearer'; scope: string; expires_in: number; refresh_token: string }
  | { error: 'invalid_grant'; error_description: string };

const CODE_MS = 60_000;
const TOKEN_SECONDS = 3_600;
const NAMES = ['Robin', 'Kim', 'Sasha', 'Alex', 'Charlie', 'Noor', 'Yuki', 'Sol'];
/** What a listener who plays by themselves has played before they came, and how often they go on to the next track. */
const PLAYED_BEFORE_MS = 60 * 60_000;
const BETWEEN_PLAYS_MS = 4 * 60_000;

export const createRecords = (): SandboxRecords => ({
  listeners: new Map(),
  codes: new Map(),
  refreshTokens: new Map(),
  accessTokens: new Map(),
});

const unguessable = (prefix: string) => `${prefix}-${randomBytes(24).toString('base64url')}`;

/** The listener with this id, created if missing. */
export function listenerOf({ listeners }: SandboxRecords, id: string | null): SandboxListener {
  const known = id === null ? undefined : listeners.get(id);
  if (known !== undefined) return known;
  const name = NAMES[listeners.size % NAMES.length] ?? 'Robin';
  const listener = { id: `listener-${randomBytes(6).toString('hex')}`, name, since: new Date(), plays: [] };
  listeners.set(listener.id, listener);
  return listener;
}

/** Lets the listener play a track of the catalogue, one after the other where none is named. */
export function play(listener: SandboxListener, playedAt: Date, track?: SandboxTrack): SandboxPlay {
  const [first] = SANDBOX_TRACKS;
  const next = track ?? SANDBOX_TRACKS[listener.plays.length % SANDBOX_TRACKS.length] ?? first;
  const played = { track: next, playedAt };
  listener.plays.push(played);
  return played;
}

/** Lets the listener play on as time has gone by: about every four minutes, from an hour before they came. */
export function playOn(listener: SandboxListener, now: Date): void {
  const start = listener.since.getTime() - PLAYED_BEFORE_MS;
  const newest = listener.plays.reduce((latest, { playedAt }) => Math.max(latest, playedAt.getTime()), start);
  for (let at = newest + BETWEEN_PLAYS_MS; at <= now.getTime(); at += BETWEEN_PLAYS_MS) {
    play(listener, new Date(at));
  }
}

/** The code with which the client that asked may get tokens, once, within a minute. */
export function addCode({ codes }: SandboxRecords, listener: SandboxListener, question: SandboxQuestion): string {
  const code = unguessable('code');
  codes.set(code, { ...question, listener, expiresAt: Date.now() + CODE_MS, family: null });
  return code;
}

export type CodeShown = { code: string; clientId: string; redirectUri: string; codeVerifier: string };

/** Exchanges a code. One that was exchanged before ends what came of it (RFC 6749, 4.1.2). */
export function exchangeCode(records: SandboxRecords, shown: CodeShown): TokenResponse {
  const code = records.codes.get(shown.code);
  if (code?.family) code.family.isRevoked = true;
  const isGood =
    code !== undefined &&
    code.family === null &&
    code.expiresAt > Date.now() &&
    code.clientId === shown.clientId &&
    code.redirectUri === shown.redirectUri &&
    code.codeChallenge === createHash('sha256').update(shown.codeVerifier).digest('base64url');
  if (!isGood) return refusal('The code is not valid, or not with this redirect_uri and code_verifier.');
  code.family = { listener: code.listener, clientId: code.clientId, scope: code.scope, isRevoked: false };
  return tokensOf(records, code.family);
}

/** Exchanges a refresh token. A reused one may be stolen, so its family is revoked. */
export function refresh(records: SandboxRecords, refreshToken: string, clientId: string): TokenResponse {
  const known = records.refreshTokens.get(refreshToken);
  if (known === undefined || known.family.clientId !== clientId) return refusal('The refresh token is not valid.');
  if (known.isUsed) known.family.isRevoked = true;
  if (known.family.isRevoked) return refusal('The refresh token was revoked.');
  known.isUsed = true;
  return tokensOf(records, known.family);
}

/** Ends every consent of the listener. */
export function revoke(records: SandboxRecords, listener: SandboxListener): void {
  for (const { family } of records.refreshTokens.values()) if (family.listener === listener) family.isRevoked = true;
}

/** Whose plays a token lets one read; null for a token that is not good (any more). */
export function listenerBehind({ accessTokens }: SandboxRecords, token: string): SandboxListener | null {
  const known = accessTokens.get(token);
  return known !== undefined && !known.family.isRevoked && known.expiresAt > Date.now() ? known.family.listener : null;
}

function tokensOf({ accessTokens, refreshTokens }: SandboxRecords, family: Family): TokenResponse {
  const [access_token, refresh_token] = [unguessable('access'), unguessable('refresh')];
  accessTokens.set(access_token, { family, expiresAt: Date.now() + TOKEN_SECONDS * 1_000 });
  refreshTokens.set(refresh_token, { family, isUsed: false });
  return { access_token, token_type: 'Bearer', scope: family.scope, expires_in: TOKEN_SECONDS, refresh_token };
}

const refusal = (error_description: string): TokenResponse => ({ error: 'invalid_grant', error_description });
