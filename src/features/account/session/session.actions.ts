import type { Actor } from '../../../access/actor.ts';
import { deviceNameOf } from '../../../platform/text/device-name.ts';
import type { AccountDeps } from '../deps.ts';
import { type SignedInDevice, sessionErrors } from './session.schema.ts';
import { deleteOtherSessions, deleteSession, listSessions } from './session.store.ts';

type SessionDeps = Pick<AccountDeps, 'db' | 'clock' | 'accessTokens' | 'awaitInvalidation'>;

/** Each sign-in starts a session, and sign-in is limited, so only a program has more. */
const MAX_LISTED = 500;

/**
 * Lists the sessions of the actor at the built-in identity provider, last used first. `accessToken` is that of the request.
 * Without the built-in provider there are none.
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
 * @throws {session.not-found}
 */
export async function revokeSession(deps: SessionDeps, { userId }: Actor, id: string): Promise<void> {
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

async function sessionIdOf({ accessTokens }: SessionDeps, accessToken: string | null): Promise<string | null> {
  return accessToken === null ? null : ((await accessTokens.verify(accessToken))?.sessionId ?? null);
}
