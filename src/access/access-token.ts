import type { FastifyReply, FastifyRequest } from 'fastify';
import { declareErrors } from '#platform/errors.ts';
import { cookieOf } from '#platform/http/cookies.ts';
import { bearerTokenOf } from './bearer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The access token of the caller: sent as bearer token, or obtained for the session cookie. Null before the guard has run. */
    accessToken: string | null;
  }
}

/** Sessions that browsers keep in a cookie. */
export type SessionCookies = {
  name: string;
  /** Returns null if the session has ended. The response must carry `setCookies`. */
  exchange(value: string): Promise<{ token: string; setCookies: readonly string[] } | null>;
};

export const accessTokenErrors = declareErrors({
  sessionOver: {
    status: 401,
    code: 'auth.session-over',
    message: 'Your session has ended. Sign in again.',
  },
  foreignOrigin: {
    status: 403,
    code: 'auth.foreign-origin',
    message:
      'Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>.',
  },
});

/**
 * Reads the access token of a request and stores it there: that of the header `Authorization`, else that of the session cookie.
 * Null if the request has neither.
 * @throws {auth.session-over}
 * @throws {auth.foreign-origin}
 */
export function createTokenReader(sessions: SessionCookies | null, publicUrl: string) {
  const publicOrigin = new URL(publicUrl).origin;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string | null> => {
    request.accessToken = bearerTokenOf(request);
    if (request.accessToken !== null || sessions === null) return request.accessToken;
    const cookie = cookieOf(request, sessions.name);
    if (cookie === undefined) return null;
    if (!isSentByOwnPage(request, publicOrigin)) throw accessTokenErrors.foreignOrigin();
    const session = await sessions.exchange(cookie);
    if (session === null) throw accessTokenErrors.sessionOver();
    for (const header of session.setCookies) reply.header('set-cookie', header);
    request.accessToken = session.token;
    return session.token;
  };
}

/**
 * Whether a page of this server has sent the request, by Fetch Metadata and by `Origin`. Browsers send `Sec-Fetch-Site` over TLS
 * and to localhost, and `Origin` with each write, so a write without both is refused.
 */
function isSentByOwnPage({ method, headers, host }: FastifyRequest, publicOrigin: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn = origin === publicOrigin || (URL.canParse(origin ?? '') && new URL(origin ?? '').host === host);
  if (origin !== undefined && !isOwn) return false;
  if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none');
  return isRead || origin !== undefined;
}
