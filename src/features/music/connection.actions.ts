import { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ServedPage } from '../../platform/http/served-page.ts';
import { smallPage } from '../../platform/http/small-page.ts';
import type { Logger } from '../../platform/log.ts';
import { type Random, unguessableText } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Signatures } from '../../platform/signatures.ts';
import type { Music } from '../../providers/music/music.ts';
import type { AccountDeps } from '../account/index.ts';
import { connectedPage } from './connected-page.rules.ts';
import type { ConnectedQuery, ConnectionBody, ConnectionQuery } from './connection.schema.ts';
import { claimConnection, deleteExpiredConnections, insertConnection } from './connection.store.ts';
import type { MusicAccountDeps } from './music-account.actions.ts';
import { insertMusicAccount } from './music-account.store.ts';
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
};

const LIFE_MILLISECONDS = 10 * 60 * 1000;
const EXPIRED_AT_ONCE = 20;

const LONGEST_STATE = 200;
const LONGEST_CODE = 4_096;

/** For all calls of the music service while a person waits to come back. */
const TIME_LIMIT_MILLISECONDS = 5_000;

/** Begins a connection of the actor's, and tells where they allow it. Throws `music.not-configured`. */
export async function beginConnection(deps: ConnectionDeps, actor: Actor): Promise<ConnectionBody> {
  deps.music.requireConfigured();
  const now = deps.clock.now();
  const state = unguessableText(deps.random);
  const expiresAt = new Date(now.getTime() + LIFE_MILLISECONDS);
  await deleteExpiredConnections(deps.db, now, EXPIRED_AT_ONCE);
  await insertConnection(deps.db, { stateDigest: digestOf(deps, state), userId: actor.userId, now, expiresAt });
  return { url: deps.music.authorizeUrl({ state, codeVerifier: verifierOf(deps, state), ...backTo(deps) }) };
}

/**
 * Ends a connection with what the person came back with, for whoever began it, and tells the address where they go on: a page of
 * ours that says how it went, whatever happened.
 */
export async function endConnection(deps: ConnectionDeps, query: ConnectionQuery): Promise<string> {
  const outcome = await connect(deps, query);
  if (outcome !== 'connected') deps.log.info({ reason: outcome }, 'a music account was not connected');
  const wentWell = outcome === 'connected';
  const said = wentWell ? { music: outcome } : { music: 'failed', reason: outcome };
  return `${deps.publicUrl}/api/music/connected?${new URLSearchParams(said)}`;
}

/** The page on which they go on, and what browsers are to allow it. */
export function readConnectedPage({ music, reason }: ConnectedQuery): ServedPage {
  return smallPage('Meadow', connectedPage(music === 'connected' ? null : reason));
}

/** `connected`, or a word for why not. */
async function connect(deps: ConnectionDeps, { state, code, error }: ConnectionQuery): Promise<string> {
  if (!isWithin(state, LONGEST_STATE)) return 'state-invalid';
  const userId = await claimConnection(deps.db, digestOf(deps, state), deps.clock.now());
  if (userId === undefined) return 'state-invalid';
  if (error !== undefined) return error === 'access_denied' ? 'denied' : 'refused';
  if (code === undefined || code === '') return 'code-missing';
  if (!isWithin(code, LONGEST_CODE)) return 'refused';
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
  const { music, musicTokens, clock } = deps;
  const signal = AbortSignal.timeout(TIME_LIMIT_MILLISECONDS);
  const grant = await music.exchangeCode({ code, codeVerifier, ...backTo(deps) }, signal);
  if (grant === 'refused' || grant === 'scope-missing') return grant;
  const person = await music.whoAmI(grant.accessToken, signal);
  if (person === 'refused') return person;
  const now = clock.now();
  await insertMusicAccount(deps.db, {
    userId,
    providerUserId: person.id,
    accessToken: musicTokens.seal(grant.accessToken, placeOf(userId, 'access')),
    refreshToken: musicTokens.seal(grant.refreshToken, placeOf(userId, 'refresh')),
    expiresAt: expiryOf(grant, now),
    scope: grant.scope,
    now,
  });
  return 'connected';
}

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
