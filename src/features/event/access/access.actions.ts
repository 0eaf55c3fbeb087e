import type { Actor } from '#access/actor.ts';
import { existsPersonalToken } from '#features/account';
import type { StreamEnd } from '#platform/http/event-streams.ts';
import type { EventDeps } from '../deps.ts';
import type { StreamAccess } from './access.rules.ts';

/** The session of a cookie may have expired: its client connects again, which checks it. */
const MAX_STREAM_MS = 12 * 60 * 60_000;

/**
 * The access of an access token or a personal access token that was verified for this request. A token of a session gives access until
 * the session ends, and a personal one until it is revoked, for twelve hours at most; one of an external provider, whose sessions are not known, until it expires.
 */
export async function accessOfToken(
  { accessTokens, clock }: Pick<EventDeps, 'accessTokens' | 'clock'>,
  { userId, personalToken }: Actor,
  token: string | null,
): Promise<StreamAccess> {
  const latest = new Date(clock.now().getTime() + MAX_STREAM_MS);
  if (personalToken !== undefined) return { userId, sessionId: null, personalTokenId: personalToken.id, until: latest };
  const claims = token === null ? null : await accessTokens.verify(token);
  const sessionId = claims?.sessionId ?? null;
  const until = sessionId === null ? claims?.expiresAt : latest;
  return { userId, sessionId, until: until ?? clock.now() };
}

/** Why a stream must end: null if its user may still read. A failed lookup ends no stream. */
export async function findEndOf(
  { db, findAccount, clock }: Pick<EventDeps, 'db' | 'findAccount' | 'clock'>,
  { userId, sessionId, personalTokenId, until }: StreamAccess,
): Promise<StreamEnd | null> {
  if (until <= clock.now()) return 'expired';
  try {
    const account = await findAccount(userId, sessionId);
    const isOver = account?.is_active !== true || account.is_session_over;
    if (isOver || personalTokenId === undefined) return isOver ? 'access-ended' : null;
    return (await existsPersonalToken(db, personalTokenId, clock.now())) ? null : 'access-ended';
  } catch {
    return null;
  }
}
