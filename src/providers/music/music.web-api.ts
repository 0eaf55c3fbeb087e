import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { personIn, playsIn } from './music.answers.ts';
import { createAttempts } from './music.attempts.ts';
import { type MusicFailure, MusicFailureError } from './music.failure.ts';
import { musicFetch } from './music.fetch.ts';
import type { FirstGrant, Grant, Music, MusicConfiguration, Play } from './music.ts';

/** What we ask people for: to see what they have played, and nothing else. */
const SCOPE = 'user-read-recently-played';
const PAGE = 50;
/** Of one question; who has played more since then gets the rest with the next one. */
const MAX_PAGES = 10;

const DEFAULT_LIFETIME_SECONDS = 60 * 60;
const MAX_LIFE_SECONDS = 30 * 24 * 60 * 60;
const MAX_SCOPE_LENGTH = 1_000;

/** The music service behind any server that speaks OAuth 2.0 and has the shapes of Spotify's Web API. */
export function createWebApiMusic(configuration: MusicConfiguration & { clientId: string }): Music {
  const { clientId, clientSecret, authorizeUrl, tokenUrl, apiUrl } = configuration;
  const { attempt, standing } = createAttempts(configuration);
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client = { client_id: clientId };
  const clientAuthentication = clientSecret === null ? oauth.None() : oauth.ClientSecretBasic(clientSecret);

  /** How the library makes its calls: with our `fetch`, and in the clear only where it was configured so. */
  const by = (signal: AbortSignal) => ({
    signal,
    [oauth.customFetch]: musicFetch,
    [oauth.allowInsecureRequests]: new URL(tokenUrl).protocol === 'http:',
  });

  async function askForGrant(ask: () => Promise<oauth.TokenEndpointResponse>): Promise<Grant | 'refused'> {
    return attempt(async () => {
      try {
        return grantOf(await ask());
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') return 'refused';
        throw new MusicFailureError(failureOf(error));
      }
    });
  }

  /** What the service answers at this path, or `refused` where it does not know the token (any more). */
  async function read<Answer>(
    accessToken: string,
    path: string,
    signal: AbortSignal,
    understand: (body: unknown) => Answer | null,
  ): Promise<Answer | 'refused'> {
    return attempt(async () => {
      const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
      const address = `${apiUrl.replace(/\/$/, '')}${path}`;
      const response = await musicFetch(address, { method: 'GET', headers, signal });
      const { status } = response;
      if (status === 401) return 'refused';
      if (status >= 400) throw new MusicFailureError({ reason: 'refused', status });
      const body: unknown = status === 200 ? await response.json().catch(() => null) : null;
      const answer = understand(body);
      if (answer === null) throw new MusicFailureError({ reason: 'not-of-the-shape', status });
      return answer;
    });
  }

  return {
    isConfigured: true,
    requireConfigured: () => undefined,
    standings: () => [{ name: 'service', ...standing() }],

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
      const grant = await askForGrant(async () => {
        // Our caller has checked the state; the library asks for a look at what came back all the same.
        const callback = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          clientAuthentication,
          callback,
          redirectUri,
          codeVerifier,
          by(signal),
        );
        const answer = await oauth.processAuthorizationCodeResponse(server, client, response);
        if (answer.refresh_token === undefined) throw new MusicFailureError({ reason: 'not-of-the-shape' });
        return answer;
      });
      if (grant === 'refused') return 'refused';
      return grant.scope.split(' ').includes(SCOPE) ? (grant as FirstGrant) : 'scope-missing';
    },

    refresh: (refreshToken, signal) =>
      askForGrant(async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          clientAuthentication,
          refreshToken,
          by(signal),
        );
        return oauth.processRefreshTokenResponse(server, client, response);
      }),

    whoAmI: (accessToken, signal) =>
      read(accessToken, '/me', signal, (body) => {
        const id = personIn(body);
        return id === null ? null : { id };
      }),

    recentPlays: async (accessToken, after, signal) => {
      const plays: Play[] = [];
      let since = after;
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const query = `limit=${PAGE}${since === null ? '' : `&after=${since.getTime()}`}`;
        const understand = (body: unknown) => playsIn(body, PAGE);
        const found = await read(accessToken, `/me/player/recently-played?${query}`, signal, understand);
        if (found === 'refused') return 'refused';
        plays.push(...found.plays);
        // Without a moment to begin at, these were the last ones. A page that leads no further is the end in any case.
        const { count, readUntil } = found;
        if (since === null || count < PAGE || readUntil === null || readUntil <= since) break;
        since = readUntil;
      }
      return plays;
    },
  };
}

function grantOf(answer: oauth.TokenEndpointResponse): Grant {
  const { access_token, refresh_token = null, expires_in = DEFAULT_LIFETIME_SECONDS, scope = SCOPE } = answer;
  if (!isToken(access_token) || (refresh_token !== null && !isToken(refresh_token))) {
    throw new MusicFailureError({ reason: 'not-of-the-shape' });
  }
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    scope: /^[\x20-\x7e]*$/.test(scope) ? scope.slice(0, MAX_SCOPE_LENGTH) : '',
    expiresInSeconds: Math.min(expires_in, MAX_LIFE_SECONDS),
  };
}

/** What can stand in a header, and is not longer than a token should be. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text);
}

/** The errors of the library carry what was sent and what came, so that they end here. */
function failureOf(error: unknown): MusicFailure {
  if (error instanceof MusicFailureError) return error.failure;
  if (!(error instanceof oauth.ResponseBodyError)) return { reason: 'not-of-the-shape' };
  const { status, error: code } = error;
  return { reason: 'refused', status, ...(/^[a-z_]{1,60}$/.test(code) && { code }) };
}
