import { randomUUID } from 'node:crypto';

/** A response, read to its end. `status` is 0 if the connection failed. */
// biome-ignore lint/suspicious/noExplicitAny: the contract tests hold the shapes; a drill reads what it needs
export type DrillResponse = { status: number; body: any; headers: Headers };

/** A user with an account of the built-in provider. */
export type DrillUser = {
  id: string;
  email: string;
  /** The token of the session, for which `GET /auth/token` returns access tokens. */
  session: string;
  send(
    base: string,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<DrillResponse>;
};

/** Sends one request. Never rejects. */
export async function send(
  base: string,
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: object | undefined; headers?: Record<string, string> | undefined },
): Promise<DrillResponse> {
  try {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  } catch (error) {
    return { status: 0, body: String((error as Error).cause ?? error), headers: new Headers() };
  }
}

/** Signs a new user up at a node. The access token is good for 15 minutes. */
export async function signUp(base: string): Promise<DrillUser> {
  const email = `${randomUUID()}@people.test`;
  const credentials = { name: 'Ada', email, password: 'a long password' };
  const signedUp = await send(base, 'POST', '/auth/sign-up/email', { body: credentials });
  const session: string = signedUp.body.token;
  const { body } = await send(base, 'GET', '/auth/token', { token: session });
  const token: string = body.token;
  const profile = await send(base, 'GET', '/api/user/profile', { token });
  if (profile.status !== 200) throw new Error(`A user could not sign up: ${JSON.stringify(profile.body)}`);
  return {
    id: profile.body.profile.id,
    email,
    session,
    send: (target, method, path, payload, headers) => send(target, method, path, { token, body: payload, headers }),
  };
}
