import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { createAttempts } from './music.attempts.ts';
import { MusicFailureError } from './music.failure.ts';
import { createMusicFetch } from './music.fetch.ts';
import { parsePlays, parseUserId } from './music.responses.ts';
import type { FirstGrant, Grant, Music, MusicConfiguration, MusicFailure, Play } from './music.ts';

const SCOPE = 'user-read-recently-played';
const PAGE_SIZE = 50;
/** For each call of `recentPlays`. The next call gets the rest. */
const MAX_PAGES = 10;

const DEFAULT_LIFETIME_SECONDS = 60 * 60;
const MAX_LIFETIME_SECONDS = 30 * 24 * 60 * 60;
const MAX_SCOPE_LENGTH = 1_000;

/** Uses any server that speaks OAuth 2.0 and Spotify's Web API. */
export function createWebApiMusic(configuration: MusicConfiguration & { clientId: string }): Music {
  const { clientId, clientSecret, authorizeUrl, tokenUrl, apiUrl } = configuration;
  const { attempt, circuitState } = createAttempts(configuration);
  const musicFetch = createMusicFetch(configuration.watch);
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client = { client_id: clientId };
  const clientAuthentication = clientSecret === null ? oauth.None() : oauth.ClientSecretBasic(clientSecret);

  /** Options of the OAuth library. Allows plain HTTP only if `tokenUrl` is http. */
  const optionsWith = (signal: AbortSignal) => ({
    signal,
    [oauth.customFetch]: musicFetch,
    [oauth.allowInsecureRequests]: new URL(tokenUrl).protocol === 'http:',
  });

  async function requestGrant(call: () => Promise<oauth.TokenEndpointResponse>): Promise<Grant | 'refused'> {
    return attempt(async () => {
      try {
        return grantOf(await call());
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') return 'refused';
        throw new MusicFailureError(failureOf(error));
      }
    });
  }

  /** Reads a path of the API. `refused` if the token is invalid. */
  async function read<Value>(
    accessToken: string,
    path: string,
    signal: AbortSignal,
    parse: (body: unknown) => Value | null,
  ): Promise<Value | 'refused'> {
    return attempt(async () => {
      const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
      const url = `${apiUrl.replace(/\/$/, '')}${path}`;
      const response = await musicFetch(url, { method: 'GET', headers, signal });
      const { status } = response;
      if (status === 401) return 'refused';
      if (status >= 400) throw new MusicFailureError({ reason: 'refused', status });
      const body: unknown = status === 200 ? await response.json().catch(() => null) : null;
      const value = parse(body);
      if (value === null) throw new MusicFailureError({ reason: 'not-of-the-shape', status });
      return value;
    });
  }

  return {
    isConfigured: true,
    requireConfigured: () => undefined,
    circuitStates: () => [{ name: 'service', ...circuitState() }],

    authorizeUrl: ({ state, codeVerifier, redirectUri }) => {
      const url = new URL(authorizeUrl);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    exchangeCode: async ({ code, codeVerifier, redirectUri }, signal) => {
      const grant = await requestGrant(async () => {
        // The caller has checked the state. The library requires a validated response all the same.
        const callback = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          clientAuthentication,
          callback,
          redirectUri,
          codeVerifier,
          optionsWith(signal),
        );
        const reply = await oauth.processAuthorizationCodeResponse(server, client, response);
        if (reply.refresh_token === undefined) throw new MusicFailureError({ reason: 'not-of-the-shape' });
        return reply;
      });
      if (grant === 'refused') return 'refused';
      return grant.scope.split(' ').includes(SCOPE) ? (grant as FirstGrant) : 'scope-missing';
    },

    refresh: (refreshToken, signal) =>
      requestGrant(async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          clientAuthentication,
          refreshToken,
          optionsWith(signal),
        );
        return oauth.processRefreshTokenResponse(server, client, response);
      }),

    whoAmI: (accessToken, signal) =>
      read(accessToken, '/me', signal, (body) => {
        const id = parseUserId(body);
        return id === null ? null : { id };
      }),

    recentPlays: async (accessToken, after, signal) => {
      const plays: Play[] = [];
      let since = after;
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const query = `limit=${PAGE_SIZE}${since === null ? '' : `&after=${since.getTime()}`}`;
        const parse = (body: unknown) => parsePlays(body, PAGE_SIZE);
        const found = await read(accessToken, `/me/player/recently-played?${query}`, signal, parse);
        if (found === 'refused') return 'refused';
        plays.push(...found.plays);
        // Without `after` there is one page. A page that advances no further would repeat forever.
        const { count, readUntil } = found;
        if (since === null || count < PAGE_SIZE || readUntil === null || readUntil <= since) break;
        since = readUntil;
      }
      return plays;
    },
  };
}

function grantOf(reply: oauth.TokenEndpointResponse): Grant {
  const { access_token, refresh_token = null, expires_in = DEFAULT_LIFETIME_SECONDS, scope = SCOPE } = reply;
  if (!isToken(access_token) || (refresh_token !== null && !isToken(refresh_token))) {
    throw new MusicFailureError({ reason: 'not-of-the-shape' });
  }
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    scope: /^[\x20-\x7e]*$/.test(scope) ? scope.slice(0, MAX_SCOPE_LENGTH) : '',
    expiresInSeconds: Math.min(expires_in, MAX_LIFETIME_SECONDS),
  };
}

/** Visible ASCII, as a header requires. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text);
}

/** Errors of the library contain requests and responses, so they are not passed on. */
function failureOf(error: unknown): MusicFailure {
  if (error instanceof MusicFailureError) return error.failure;
  if (!(error instanceof oauth.ResponseBodyError)) return { reason: 'not-of-the-shape' };
  const { status, error: code } = error;
  return { reason: 'refused', status, ...(/^[a-z_]{1,60}$/.test(code) && { code }) };
}
