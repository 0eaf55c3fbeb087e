import type { Actor } from '#access/actor.ts';
import type { Tx } from '#platform/db/database.ts';
import { deviceNameOf } from '#platform/text/device-name.ts';
import type { AccountDeps } from '../deps.ts';
import { type SignedInDevice, sessionErrors } from './session.schema.ts';
import { deleteOtherSessions, deleteSession, isNewSession, listSessions } from './session.store.ts';

type SessionDeps = Pick<AccountDeps, 'db' | 'clock' | 'accessTokens' | 'awaitInvalidation'>;

/** Each sign-in starts a session, and sign-in is limited, so only a program has more. */
const MAX_LISTED = 500;

/**
 * Lists the sessions of the actor at the built-in identity provider, last used first. `accessToken` is that of the request.
 * There are none if another identity provider is configured.
 */
export async function listOwnSessions(
  deps: SessionDeps,
  { userId }: Actor,
  accessToken: string | null,
): Promise<SignedInDevice[]> {
  const [current, rows] = await Promise.all([
    sessionIdOf(deps, accessToken),
    listSessions(deps.db, userId, deps.clock.now(), MAX_LISTED),
  ]);
  return rows.map(({ id, user_agent, created_at, last_used_at, expires_at }) => ({
    id,
    is_current: id === current,
    user_agent,
    device: deviceNameOf(user_agent),
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

/**
 * Revokes a session of the actor. Its access tokens are refused from the next request on.
 * Another session than that of the request is revoked only after a sign-in within the last 10 minutes.
 */
export async function revokeSession(
  deps: SessionDeps,
  { userId }: Actor,
  accessToken: string | null,
  id: string,
): Promise<void> {
  if (id.toLowerCase() !== (await sessionIdOf(deps, accessToken))) await requireFreshSession(deps, accessToken);
  const isRevoked = await deleteSession(deps.db, userId, id);
  await deps.awaitInvalidation();
  if (!isRevoked) throw sessionErrors.notFound();
}

/** Revokes all sessions of the actor but that of the request, and returns their number. */
export async function revokeOtherSessions(
  deps: SessionDeps,
  { userId }: Actor,
  accessToken: string | null,
): Promise<number> {
  const keptId = await sessionIdOf(deps, accessToken);
  const revoked = await deleteOtherSessions(deps.db, userId, keptId, deps.clock.now());
  await deps.awaitInvalidation();
  return revoked;
}

/** As for changes of how a user signs in, which the built-in provider decides itself. */
const FRESH_SECONDS = 10 * 60;

/**
 * Checks that the user signed in within the last 10 minutes, since an access token alone may be stolen. Sessions of an outside provider
 * are not known: there, the token has to be as young.
 */
export async function requireFreshSession(
  deps: Pick<SessionDeps, 'db' | 'clock' | 'accessTokens'>,
  accessToken: string | null,
): Promise<void> {
  const claims = accessToken === null ? null : await deps.accessTokens.verify(accessToken);
  if (claims === null) throw sessionErrors.notFresh();
  const { sessionId, issuedAt } = claims;
  const isFresh =
    sessionId === null
      ? issuedAt.getTime() > deps.clock.now().getTime() - FRESH_SECONDS * 1_000
      : await isNewSession(deps.db, sessionId, FRESH_SECONDS);
  if (!isFresh) throw sessionErrors.notFresh();
}

/** Refuses a session that has ended. null is a session of an outside provider. */
export async function requireOpenSession(tx: Tx, sessionId: string | null): Promise<void> {
  if (sessionId !== null && !(await isNewSession(tx, sessionId, FRESH_SECONDS))) throw sessionErrors.notFresh();
}

/** The session of an access token. null for a token of an outside provider, whose sessions are not known. */
export async function sessionIdOf(
  { accessTokens }: Pick<SessionDeps, 'accessTokens'>,
  accessToken: string | null,
): Promise<string | null> {
  return accessToken === null ? null : ((await accessTokens.verify(accessToken))?.sessionId ?? null);
}
