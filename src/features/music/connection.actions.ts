import type { Actor } from '../../access/actor.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Signatures } from '../../platform/crypto/signatures.ts';
import { AppError } from '../../platform/errors.ts';
import type { Cookie } from '../../platform/http/cookies.ts';
import { escapeHtml, smallPage } from '../../platform/http/html-page/html-page.ts';
import type { ServedPage } from '../../platform/http/html-page/html-response.ts';
import type { Logger } from '../../platform/log.ts';
import { type Random, randomToken } from '../../platform/random.ts';
import type { Music } from '../../providers/music/music.ts';
import type { AccountDeps } from '../account/index.ts';
import { connectedPage } from './connected-page.rules.ts';
import type { ConnectedQuery, ConnectionBody, ConnectionQuery, StartQuery } from './connection.schema.ts';
import {
  type ConnectionOwner,
  claimConnection,
  deleteExpiredConnections,
  findConnectionOwner,
  insertConnection,
} from './connection.store.ts';
import type { MusicAccountDeps } from './music-account.actions.ts';
import { insertMusicAccount } from './music-account.store.ts';
import { goingOnPage, startPage } from './start-page.rules.ts';
import { expiryOf, placeOf } from './token.rules.ts';

export type ConnectionDeps = MusicAccountDeps & {
  log: Logger;
  random: Random;
  music: Music;
  /** Keeps tokens. */
  musicTokens: SecretBox;
  /** Makes what we have to know of a state out of the state itself, so that nothing of it is kept. */
  musicStates: Signatures;
  findAccount: AccountDeps['findAccount'];
  publicUrl: string;
  musicTimeouts: MusicTimeouts;
};

/** How long a person waits for the music service, and for another sync of the same account. */
export type MusicTimeouts = { serviceMs: number; otherSyncMs: number };

/** What the browser of a request holds under a name. */
export type HeldCookies = (name: string) => string | undefined;

const LIFETIME_MS = 10 * 60 * 1000;
const EXPIRED_BATCH_SIZE = 20;

const MAX_STATE_LENGTH = 200;
const MAX_CODE_LENGTH = 4_096;

/** Together less than the eight seconds that a person waits at most. */
export const MUSIC_TIMEOUTS: MusicTimeouts = { serviceMs: 5_000, otherSyncMs: 4_500 };

/** Begins a connection of the actor's, and tells the page of ours that leads there. Throws `music.not-configured`. */
export async function beginConnection(deps: ConnectionDeps, actor: Actor): Promise<ConnectionBody> {
  deps.music.requireConfigured();
  const now = deps.clock.now();
  const state = randomToken(deps.random);
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await deleteExpiredConnections(deps.db, now, EXPIRED_BATCH_SIZE);
  await insertConnection(deps.db, { stateDigest: digestOf(deps, state), userId: actor.userId, now, expiresAt });
  return { url: `${deps.publicUrl}/api/music/start?${new URLSearchParams({ state })}` };
}

/** What a browser is shown, and the cookie that it is to keep; or where it is sent, because it cannot go on from here. */
export type Step = { page: ServedPage; cookie: Cookie; leadsTo?: string } | { address: string };

/** Shows whose account is to be connected, to the browser that opens the address, and marks this browser. Nothing else changes. */
export async function showStart(deps: ConnectionDeps, { state }: StartQuery): Promise<Step> {
  if (!isWithin(state, MAX_STATE_LENGTH)) return { address: pageAfter(deps, 'state-invalid') };
  const owner = await ownerOf(deps, state);
  if (owner === undefined) return { address: pageAfter(deps, 'state-invalid') };
  const mark = randomToken(deps.random);
  const action = `?${new URLSearchParams({ state, proof: proofOf(deps, state, mark) })}`;
  const name = escapeHtml(owner.full_name.trim());
  const page = startPage({ name, address: escapeHtml(owner.email ?? '') }, escapeHtml(action));
  return { page: smallPage('Meadow', page), cookie: cookieFor(deps, state, mark) };
}

/**
 * Lets a browser go on to the music service, after its user has pressed the button of the page that this browser was shown. The
 * cookie is what lets it come back.
 */
export async function confirmStart(deps: ConnectionDeps, query: StartQuery, held: HeldCookies): Promise<Step> {
  const { state, proof } = query;
  if (!isWithin(state, MAX_STATE_LENGTH)) return { address: pageAfter(deps, 'state-invalid') };
  if ((await ownerOf(deps, state)) === undefined) return { address: pageAfter(deps, 'state-invalid') };
  const mark = held(cookieNameOf(deps, state));
  const isShown = mark !== undefined && isWithin(proof, MAX_STATE_LENGTH) && isProof(deps, state, mark, proof);
  if (!isShown) return { address: pageAfter(deps, 'other-browser') };
  const leadsTo = deps.music.authorizeUrl({ state, codeVerifier: verifierOf(deps, state), ...backTo(deps) });
  const page = smallPage('Meadow', goingOnPage(escapeHtml(leadsTo)));
  return { page, cookie: cookieFor(deps, state, deps.musicStates.sign(confirmed(state))), leadsTo };
}

/**
 * Ends a connection with what the person came back with, for whoever began it, in the browser where they went on from our page. It
 * tells the address where they go on: a page of ours that says how it went, whatever happened.
 */
export async function endConnection(deps: ConnectionDeps, query: ConnectionQuery, held: HeldCookies): Promise<string> {
  const outcome = await connect(deps, query, held);
  if (outcome !== 'connected') deps.log.info({ reason: outcome }, 'a music account was not connected');
  return pageAfter(deps, outcome);
}

/** The page on which they go on, and what browsers are to allow it. */
export function readConnectedPage({ music, reason }: ConnectedQuery): ServedPage {
  return smallPage('Meadow', connectedPage(music === 'connected' ? null : reason));
}

/** `connected`, or a word for why not. */
async function connect(
  deps: ConnectionDeps,
  { state, code, error }: ConnectionQuery,
  held: HeldCookies,
): Promise<string> {
  if (!isWithin(state, MAX_STATE_LENGTH) || (await ownerOf(deps, state)) === undefined) return 'state-invalid';
  // Before the state is used up: whoever has only its address ends nothing.
  const given = held(cookieNameOf(deps, state));
  if (given === undefined || !deps.musicStates.isSigned(confirmed(state), given)) return 'other-browser';
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
    // How the music service failed; anything else is a failure of ours.
    if (failure instanceof AppError && failure.code.startsWith('music.')) return failure.code.slice('music.'.length);
    throw failure;
  }
}

/** What comes twice (RFC 6749, 3.1) or without end is nothing that we or the music service would send. */
function isWithin(value: string | readonly string[] | undefined, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

async function exchange(deps: ConnectionDeps, userId: string, code: string, codeVerifier: string): Promise<string> {
  const { music, musicTokens, musicTimeouts, clock } = deps;
  const signal = AbortSignal.timeout(musicTimeouts.serviceMs);
  const grant = await music.exchangeCode({ code, codeVerifier, ...backTo(deps) }, signal);
  if (grant === 'refused' || grant === 'scope-missing') return grant;
  const person = await music.whoAmI(grant.accessToken, signal);
  if (person === 'refused') return person;
  const now = clock.now();
  await insertMusicAccount(deps.db, {
    userId,
    providerUserId: person.id,
    accessToken: await musicTokens.seal(grant.accessToken, placeOf(userId, 'access')),
    refreshToken: await musicTokens.seal(grant.refreshToken, placeOf(userId, 'refresh')),
    expiresAt: expiryOf(grant, now),
    scope: grant.scope,
    now,
  });
  return 'connected';
}

function pageAfter({ publicUrl }: ConnectionDeps, outcome: string): string {
  const said = outcome === 'connected' ? { music: outcome } : { music: 'failed', reason: outcome };
  return `${publicUrl}/api/music/connected?${new URLSearchParams(said)}`;
}

async function ownerOf(deps: ConnectionDeps, state: string): Promise<ConnectionOwner | undefined> {
  return findConnectionOwner(deps.db, digestOf(deps, state), deps.clock.now());
}

/** One for each connection, so that several may be under way in a browser. */
function cookieNameOf({ musicStates }: ConnectionDeps, state: string): string {
  return `music-${musicStates.sign(`cookie ${state}`).slice(0, 16)}`;
}

function cookieFor(deps: ConnectionDeps, state: string, value: string): Cookie {
  return { name: cookieNameOf(deps, state), value, maxAgeSeconds: LIFETIME_MS / 1000 };
}

/** That a page was shown to the browser with this mark: another site can have a form sent, but knows no mark. */
function proofOf({ musicStates }: ConnectionDeps, state: string, mark: string): string {
  return musicStates.sign(`shown ${state} ${mark}`);
}

function isProof({ musicStates }: ConnectionDeps, state: string, mark: string, proof: string): boolean {
  return musicStates.isSigned(`shown ${state} ${mark}`, proof);
}

const confirmed = (state: string) => `confirmed ${state}`;

function backTo({ publicUrl }: ConnectionDeps): { redirectUri: string } {
  return { redirectUri: `${publicUrl}/api/music/callback` };
}

/** What is kept of a state: whoever reads the table cannot end a connection with it. */
function digestOf({ musicStates }: ConnectionDeps, state: string): string {
  return musicStates.sign(`state ${state}`);
}

/** What proves that it was us who began (RFC 7636): 43 characters that nobody can make out of the state. */
function verifierOf({ musicStates }: ConnectionDeps, state: string): string {
  return musicStates.sign(`verifier ${state}`);
}
