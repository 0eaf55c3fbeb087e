import * as oauth from 'oauth4webapi';
import type { Tokens } from './renewal.rules.ts';

export type OutsideProvider = { issuer: string; client: { id: string; scope: string; audience: string } };

export type OutsideProblem = 'denied' | 'stale' | 'refused' | 'unreachable';

/** What became of a sign-in. `signedOut`: the provider would have to ask the user, and the sign-in was a silent one. */
export type Outcome =
  | { kind: 'signedIn'; to: string; tokens: Tokens; renew: (refreshToken: string) => Promise<Tokens> }
  | { kind: 'signedOut'; to: string }
  | { kind: 'failed'; problem: OutsideProblem };

/** What must survive the way to the provider and back. Nothing of it opens anything. */
type Pending = { verifier: string; state: string; nonce: string; to: string };

const PENDING = 'meadow-outside';
const DEFAULT_LIFETIME_SECONDS = 300;

/** Errors of OpenID Connect Core, 3.1.2.6: the user would have to be asked. */
const NEEDS_USER = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** Leaves the page for the provider: authorization code with PKCE. A silent sign-in asks nothing of the user. */
export async function startSignIn(provider: OutsideProvider, to: string, isSilent: boolean): Promise<void> {
  const server = await discover(provider);
  if (server.authorization_endpoint === undefined) throw new Error('The provider has no authorization endpoint.');
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    to,
  };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: provider.client.id,
    redirect_uri: returnUrl(),
    scope: provider.client.scope,
    audience: provider.client.audience,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...(isSilent && { prompt: 'none' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  window.location.assign(url);
}

/** Takes what the provider sent back, once. */
export async function finishSignIn(provider: OutsideProvider, returned: URL): Promise<Outcome> {
  const pending = takePending();
  if (pending === null) return { kind: 'failed', problem: 'stale' };
  try {
    const server = await discover(provider);
    const client = { client_id: provider.client.id };
    const parameters = oauth.validateAuthResponse(server, client, returned, pending.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      returnUrl(),
      pending.verifier,
      optionsFor(provider),
    );
    const tokenResponse = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    });
    const renew = (refreshToken: string) => renewTokens(provider, server, refreshToken);
    return { kind: 'signedIn', to: pending.to, tokens: tokensOf(tokenResponse, null), renew };
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError && NEEDS_USER.has(error.error)) {
      return { kind: 'signedOut', to: pending.to };
    }
    return { kind: 'failed', problem: problemOf(error) };
  }
}

async function renewTokens(
  provider: OutsideProvider,
  server: oauth.AuthorizationServer,
  refreshToken: string,
): Promise<Tokens> {
  const client = { client_id: provider.client.id };
  const options = optionsFor(provider);
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
  return tokensOf(await oauth.processRefreshTokenResponse(server, client, response), refreshToken);
}

async function discover(provider: OutsideProvider): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, optionsFor(provider)));
}

/** Without TLS only where the operator has configured it so, as on a home network. */
function optionsFor({ issuer }: OutsideProvider) {
  return { [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:' };
}

/** A provider that rotates refresh tokens sends the next one. */
function tokensOf(response: oauth.TokenEndpointResponse, former: string | null): Tokens {
  const lifetimeSeconds = response.expires_in ?? DEFAULT_LIFETIME_SECONDS;
  return {
    accessToken: response.access_token,
    expiresAt: Date.now() + lifetimeSeconds * 1_000,
    refreshToken: response.refresh_token ?? former,
  };
}

function problemOf(error: unknown): OutsideProblem {
  if (error instanceof oauth.AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'refused';
  if (error instanceof TypeError) return 'unreachable';
  const isForeignState = error instanceof oauth.OperationProcessingError && /state/.test(error.message);
  return isForeignState ? 'stale' : 'refused';
}

function takePending(): Pending | null {
  const text = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return text === null ? null : (JSON.parse(text) as Pending);
}

const returnUrl = () => `${window.location.origin}/signed-in`;
