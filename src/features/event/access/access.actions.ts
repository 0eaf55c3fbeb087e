import type { Actor } from '../../../access/actor.ts';
import type { StreamEnd } from '../../../platform/http/event-streams.ts';
import type { EventDeps } from '../deps.ts';
import type { StreamAccess } from './access.rules.ts';

/** The session of a cookie may have expired: its client connects again, which checks it. */
const MAX_STREAM_MS = 12 * 60 * 60_000;

/**
 * The access of an access token that was verified for this request. A token of a session gives access until the session ends, for
 * twelve hours at most; one of an external provider, whose sessions are not known, until it expires.
 */
export async function accessOfToken(
  { accessTokens, clock }: Pick<EventDeps, 'accessTokens' | 'clock'>,
  { userId }: Actor,
  token: string | null,
): Promise<StreamAccess> {
  const claims = token === null ? null : await accessTokens.verify(token);
  const sessionId = claims?.sessionId ?? null;
  const until = sessionId === null ? claims?.expiresAt : new Date(clock.now().getTime() + MAX_STREAM_MS);
  return { userId, sessionId, until: until ?? clock.now() };
}

/** Why a stream must end: null if its user may still read. A failed lookup ends no stream. */
export async function findEndOf(
  { findAccount, clock }: Pick<EventDeps, 'findAccount' | 'clock'>,
  { userId, sessionId, until }: StreamAccess,
): Promise<StreamEnd | null> {
  if (until <= clock.now()) return 'expired';
  try {
    const account = await findAccount(userId, sessionId);
    return account?.is_active === true && !account.is_session_over ? null : 'access-ended';
  } catch {
    return null;
  }
}
