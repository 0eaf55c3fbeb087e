import { Buffer } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { exchangeCode, listenerBehind, playOn, refresh, type SandboxListener, type SandboxRecords } from './records.ts';
import { trackObject } from './tracks.ts';

/** A response: a status and an object that is sent as JSON. */
export type CallResponse = { status: number; body: object };

export type SandboxClient = { clientId: string; clientSecret: string };

const MAX_PAGE_SIZE = 50;

/** The token endpoint (RFC 6749 and 7636): exchanges codes and refresh tokens of authenticated clients. */
export function handleToken(
  records: SandboxRecords,
  client: SandboxClient,
  headers: IncomingHttpHeaders,
  fields: URLSearchParams,
): CallResponse {
  if (!isClient(client, headers.authorization)) return { status: 401, body: { error: 'invalid_client' } };
  const { clientId } = client;
  const of = (name: string) => fields.get(name) ?? '';
  const grantType = of('grant_type');
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  }
  const shown = {
    code: of('code'),
    clientId,
    redirectUri: of('redirect_uri'),
    codeVerifier: of('code_verifier'),
  };
  const body =
    grantType === 'refresh_token' ? refresh(records, of('refresh_token'), clientId) : exchangeCode(records, shown);
  return { status: 'error' in body ? 400 : 200, body };
}

/** The part of the Web API that is in use here. With `playsByItself`, listeners play on as time goes by. */
export function handleApi(
  records: SandboxRecords,
  { authorization = '' }: IncomingHttpHeaders,
  url: URL,
  playsByItself: boolean,
): CallResponse {
  const listener = listenerBehind(records, authorization.replace(/^Bearer /, ''));
  if (listener === null) return apiError(401, 'The access token expired');
  if (url.pathname === '/v1/me') {
    return { status: 200, body: { id: listener.id, display_name: listener.name, type: 'user' } };
  }
  if (url.pathname !== '/v1/me/player/recently-played') return apiError(404, 'Service not found');
  if (playsByItself) playOn(listener, new Date());
  return recentlyPlayed(listener, url);
}

/** Newest first; those right after `after`, or the last ones. */
function recentlyPlayed({ plays }: SandboxListener, url: URL): CallResponse {
  const limit = Number(url.searchParams.get('limit') ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) return apiError(400, 'Invalid limit');
  const after = url.searchParams.get('after');
  const inOrder = plays.toSorted((one, other) => one.playedAt.getTime() - other.playedAt.getTime());
  const chosen =
    after === null
      ? inOrder.slice(-limit)
      : inOrder.filter(({ playedAt }) => playedAt.getTime() > Number(after)).slice(0, limit);
  const [oldest, newest] = [chosen.at(0), chosen.at(-1)];
  const cursor = (played: typeof newest) => String(played?.playedAt.getTime() ?? '');
  const body = {
    items: chosen.toReversed().map(({ track, playedAt }) => ({
      track: trackObject(track, url.origin),
      played_at: playedAt.toISOString(),
      context: null,
    })),
    next: null,
    cursors: chosen.length === 0 ? null : { after: cursor(newest), before: cursor(oldest) },
    limit,
    href: url.href,
  };
  return { status: 200, body };
}

const apiError = (status: number, message: string): CallResponse => ({ status, body: { error: { status, message } } });

/** By HTTP Basic, whose two parts are encoded as in a form (RFC 6749, 2.3.1). */
function isClient({ clientId, clientSecret }: SandboxClient, authorization = ''): boolean {
  const [id = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':');
  const decoded = (text: string) => new URLSearchParams(`_=${text}`).get('_');
  return decoded(id) === clientId && decoded(secret) === clientSecret;
}
