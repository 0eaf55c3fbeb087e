import type { Actor } from '#access/actor.ts';
import { AppError } from '#platform/errors.ts';
import type { Cookie } from '#platform/http/cookies.ts';
import { escapeHtml, smallPage } from '#platform/http/html-page/html-page.ts';
import type { ServedPage } from '#platform/http/html-page/html-response.ts';
import { randomToken } from '#platform/random.ts';
import { upsertMusicAccount } from '../account/music-account.store.ts';
import { expiryOf, sealContextOf } from '../account/token.rules.ts';
import type { MusicDeps, MusicTimeouts } from '../deps.ts';
import type { ConnectedQuery, ConnectionBody, ConnectionQuery, StartQuery } from './connection.schema.ts';
import { type ConnectionOwner, claimConnection, findConnectionOwner, insertConnection } from './connection.store.ts';
import { consentPage, redirectPage, resultPage } from './connection-page.template.ts';

/** Reads a cookie of the request. */
export type ReadCookie = (name: string) => string | undefined;

const LIFETIME_MS = 10 * 60 * 1000;

const MAX_STATE_LENGTH = 200;
const MAX_CODE_LENGTH = 4_096;

/** Together below the eight seconds that a user waits at most. */
export const MUSIC_TIMEOUTS: MusicTimeouts = { serviceMs: 5_000, otherSyncMs: 4_500 };

/** Starts a connection and returns the URL of the consent page. */
export async function startConnection(deps: MusicDeps, actor: Actor): Promise<ConnectionBody> {
  deps.music.requireConfigured();
  const now = deps.clock.now();
  const state = randomToken(deps.random);
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await insertConnection(deps.db, { stateDigest: digestOf(deps, state), userId: actor.userId, now, expiresAt });
  return { url: `${deps.publicUrl}/api/music/start?${new URLSearchParams({ state })}` };
}

/** The response to a browser: a page with a cookie, which may refresh to another URL, or a redirect. */
export type BrowserResponse = { page: ServedPage; cookie: Cookie; refreshUrl?: string } | { redirectUrl: string };

/** Shows the account to connect and marks this browser with a cookie. Changes nothing else. */
export async function showConsentPage(deps: MusicDeps, { state }: StartQuery): Promise<BrowserResponse> {
  if (!isWithin(state, MAX_STATE_LENGTH)) return { redirectUrl: resultUrl(deps, 'state-invalid') };
  const owner = await ownerOf(deps, state);
  if (owner === undefined) return { redirectUrl: resultUrl(deps, 'state-invalid') };
  const mark = randomToken(deps.random);
  const action = `?${new URLSearchParams({ state, proof: proofOf(deps, state, mark) })}`;
  const name = escapeHtml(owner.full_name.trim());
  const page = consentPage({ name, email: escapeHtml(owner.email ?? '') }, escapeHtml(action));
  return { page: smallPage('Meadow', page), cookie: cookieFor(deps, state, mark) };
}

/** Sends a browser to the music service after the button of its consent page was pressed. The new cookie allows it to finish. */
export async function confirmConsent(
  deps: MusicDeps,
  query: StartQuery,
  readCookie: ReadCookie,
): Promise<BrowserResponse> {
  const { state, proof } = query;
  if (!isWithin(state, MAX_STATE_LENGTH)) return { redirectUrl: resultUrl(deps, 'state-invalid') };
  if ((await ownerOf(deps, state)) === undefined) return { redirectUrl: resultUrl(deps, 'state-invalid') };
  const mark = readCookie(cookieNameOf(deps, state));
  const isShown = mark !== undefined && isWithin(proof, MAX_STATE_LENGTH) && isProof(deps, state, mark, proof);
  if (!isShown) return { redirectUrl: resultUrl(deps, 'other-browser') };
  const refreshUrl = deps.music.authorizeUrl({ state, codeVerifier: verifierOf(deps, state), ...callbackOf(deps) });
  const page = smallPage('Meadow', redirectPage(escapeHtml(refreshUrl)));
  return { page, cookie: cookieFor(deps, state, deps.musicStates.sign(confirmed(state))), refreshUrl };
}

/**
 * Finishes a connection for the user who started it, in the browser that pressed the button. Returns the URL of the result page, also
 * after a failure.
 */
export async function finishConnection(
  deps: MusicDeps,
  query: ConnectionQuery,
  readCookie: ReadCookie,
): Promise<string> {
  const outcome = await connect(deps, query, readCookie);
  if (outcome !== 'connected')
    deps.log.info({ event: 'music.not-connected', reason: outcome }, 'a music account was not connected');
  return resultUrl(deps, outcome);
}

export function readResultPage({ music, reason }: ConnectedQuery): ServedPage {
  return smallPage('Meadow', resultPage(music === 'connected' ? null : reason));
}

/** Returns `connected`, or the reason of the failure. */
async function connect(
  deps: MusicDeps,
  { state, code, error }: ConnectionQuery,
  readCookie: ReadCookie,
): Promise<string> {
  if (!isWithin(state, MAX_STATE_LENGTH) || (await ownerOf(deps, state)) === undefined) return 'state-invalid';
  // The cookie is checked before the state is claimed, so that the URL without the cookie cannot consume the state.
  const cookie = readCookie(cookieNameOf(deps, state));
  if (cookie === undefined || !deps.musicStates.isSigned(confirmed(state), cookie)) return 'other-browser';
  const userId = await claimConnection(deps.db, digestOf(deps, state), deps.clock.now());
  if (userId === undefined) return 'state-invalid';
  if (error !== undefined) return error === 'access_denied' ? 'denied' : 'refused';
  if (code === undefined || code === '') return 'code-missing';
  if (!isWithin(code, MAX_CODE_LENGTH)) return 'refused';
  const account = await deps.findAccount(userId);
  if (account?.is_active !== true) return 'account-blocked';
  try {
    return await exchange(deps, userId, code, verifierOf(deps, state));
  } catch (failure) {
    // Errors of the music service become a reason; other errors are ours.
    if (failure instanceof AppError && failure.code.startsWith('music.')) return failure.code.slice('music.'.length);
    throw failure;
  }
}

/** Rejects repeated parameters (RFC 6749, section 3.1) and values longer than any that Meadow or the music service sends. */
function isWithin(value: string | readonly string[] | undefined, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

async function exchange(deps: MusicDeps, userId: string, code: string, codeVerifier: string): Promise<string> {
  const { music, musicTokens, musicTimeouts, clock } = deps;
  const signal = AbortSignal.timeout(musicTimeouts.serviceMs);
  const grant = await music.exchangeCode({ code, codeVerifier, ...callbackOf(deps) }, signal);
  if (grant === 'refused' || grant === 'scope-missing') return grant;
  const listener = await music.whoAmI(grant.accessToken, signal);
  if (listener === 'refused') return listener;
  const now = clock.now();
  await upsertMusicAccount(deps.db, {
    userId,
    providerUserId: listener.id,
    accessToken: await musicTokens.seal(grant.accessToken, sealContextOf(userId, 'access')),
    refreshToken: await musicTokens.seal(grant.refreshToken, sealContextOf(userId, 'refresh')),
    expiresAt: expiryOf(grant, now),
    scope: grant.scope,
    now,
  });
  return 'connected';
}

function resultUrl({ publicUrl }: MusicDeps, outcome: string): string {
  const query = outcome === 'connected' ? { music: outcome } : { music: 'failed', reason: outcome };
  return `${publicUrl}/api/music/connected?${new URLSearchParams(query)}`;
}

async function ownerOf(deps: MusicDeps, state: string): Promise<ConnectionOwner | undefined> {
  return findConnectionOwner(deps.db, digestOf(deps, state), deps.clock.now());
}

/** Each connection has its own cookie, so that a browser can run several at the same time. */
function cookieNameOf({ musicStates }: MusicDeps, state: string): string {
  return `music-${musicStates.sign(`cookie ${state}`).slice(0, 16)}`;
}

function cookieFor(deps: MusicDeps, state: string, value: string): Cookie {
  return { name: cookieNameOf(deps, state), value, maxAgeSeconds: LIFETIME_MS / 1000 };
}

/** Proves that the page was shown to the browser with this mark. Another site can submit the form, but does not know the mark. */
function proofOf({ musicStates }: MusicDeps, state: string, mark: string): string {
  return musicStates.sign(`shown ${state} ${mark}`);
}

function isProof({ musicStates }: MusicDeps, state: string, mark: string, proof: string): boolean {
  return musicStates.isSigned(`shown ${state} ${mark}`, proof);
}

const confirmed = (state: string) => `confirmed ${state}`;

function callbackOf({ publicUrl }: MusicDeps): { redirectUri: string } {
  return { redirectUri: `${publicUrl}/api/music/callback` };
}

/** Only the digest of a state is stored, so that a reader of the table cannot finish a connection. */
function digestOf({ musicStates }: MusicDeps, state: string): string {
  return musicStates.sign(`state ${state}`);
}

/** The PKCE code verifier (RFC 7636): 43 characters that cannot be derived from the state without the key. */
function verifierOf({ musicStates }: MusicDeps, state: string): string {
  return musicStates.sign(`verifier ${state}`);
}
