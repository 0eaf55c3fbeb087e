import type { components } from './api.generated.ts';
import { MeadowError, readJson } from './error.ts';

type SecondFactorNeeded = components['schemas']['SecondFactorNeeded'];

const SECOND_FACTOR_NEEDED = {
  code: 'client.second-factor-needed',
  error: 'The account has a second factor. Call signIn with getCode.',
};

export type SessionOptions = {
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  /** The session of an earlier sign-in. */
  session?: string;
  /**
   * For an external identity provider: returns a current access token, or null without a session. Replaces sign-in. Called for each
   * request, so it keeps the token itself. `rejected` is a token that the server has just refused.
   */
  getAccessToken?: (rejected: string | null) => Promise<string | null>;
};

export type Session = {
  /**
   * Creates an account and signs in. Returns the session, to be stored by the client. If the address has an account, it throws
   * `identity.user-already-exists-use-another-email`, or where the server sends mail what a sign-in with the password throws.
   */
  signUp(account: { name: string; email: string; password: string; invitation?: string }): Promise<string>;
  /**
   * Signs in with the built-in identity provider. Returns the session, to be stored by the client. `getCode` returns a code of the
   * authenticator app, if the account needs one; without it, such a sign-in throws `client.second-factor-needed`.
   */
  signIn(credentials: { email: string; password: string; getCode?: () => Promise<string> }): Promise<string>;
  /** Forgets the session and ends it on the server. */
  signOut(): Promise<void>;
  /** The current access token, or null without a session. Concurrent callers share one request. */
  accessToken(): Promise<string | null>;
  /** Marks an access token as rejected, so that the next call gets a new one. */
  discard(accessToken: string): void;
};

export function createSession({ baseUrl, fetch, session, getAccessToken }: SessionOptions): Session {
  let secret = session ?? null;
  let current: Promise<string> | null = null;
  let token: string | null = null;
  let rejectedToken: string | null = null;

  function post(path: string, body: object, bearer?: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) };
    return fetch(new Request(new URL(path, baseUrl), { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  async function start(path: string, body: object, getCode?: () => Promise<string>): Promise<string> {
    const started = await readJson<{ token: string } | SecondFactorNeeded>(await post(path, body));
    if ('twoFactorRedirect' in started) {
      if (getCode === undefined) throw new MeadowError(401, SECOND_FACTOR_NEEDED);
      return start('/auth/two-factor/verify-totp', { code: await getCode(), continuation: started.continuation });
    }
    return keep(started.token);
  }

  function keep(started: string): string {
    forget();
    secret = started;
    return started;
  }

  function forget(): void {
    secret = null;
    current = null;
    token = null;
  }

  async function request(): Promise<string> {
    const headers = { authorization: `Bearer ${secret}` };
    const response = await fetch(new Request(new URL('/auth/token', baseUrl), { headers }));
    return (await readJson<{ token: string }>(response)).token;
  }

  async function renew(): Promise<string> {
    const renewing = request();
    current = renewing;
    try {
      const renewed = await renewing;
      if (current === renewing) token = renewed;
      return renewed;
    } catch (error) {
      if (current === renewing) current = null;
      throw error;
    }
  }

  return {
    signUp: async (account) => {
      const { token } = await readJson<{ token: string | null }>(await post('/auth/sign-up/email', account));
      const { email, password } = account;
      return token === null ? start('/auth/sign-in/email', { email, password }) : keep(token);
    },
    signIn: ({ getCode, ...credentials }) => start('/auth/sign-in/email', credentials, getCode),
    signOut: async () => {
      const ended = secret;
      forget();
      if (ended !== null) await readJson(await post('/auth/sign-out', {}, ended));
    },
    accessToken: async () => {
      if (getAccessToken !== undefined) return getAccessToken(rejectedToken);
      return secret === null ? null : (current ?? renew());
    },
    discard: (rejected) => {
      rejectedToken = rejected;
      if (rejected !== token) return;
      token = null;
      current = null;
    },
  };
}
