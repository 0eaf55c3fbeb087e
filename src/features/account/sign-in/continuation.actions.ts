import type { Forward } from '#platform/http/forwarded-routes.ts';
import type { AccountDeps } from '../deps.ts';

/** The cookies in which the provider keeps the state between the two steps of a sign-in or a registration. */
const STATE = /^(__Secure-)?better-auth\.(two_factor|better-auth-passkey|dont_remember)=./;
const CHALLENGE = /^(__Secure-)?better-auth\.(two_factor|better-auth-passkey)=/;

/** Adds the state of the first step to its body as `continuation`, for clients without cookies. `more` is added with it. */
export async function withContinuation(response: Response, more: object = {}): Promise<Response> {
  const cookies = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((cookie) => STATE.test(cookie));
  if (!cookies.some((cookie) => CHALLENGE.test(cookie))) return response;
  const headers = new Headers(response.headers);
  // The token of the session that waits for its second factor, which has ended.
  headers.delete('set-auth-token');
  const continuation = Buffer.from(cookies.join('; ')).toString('base64url');
  const body = (await response.json()) as object;
  return new Response(JSON.stringify({ ...body, ...more, continuation }), { status: response.status, headers });
}

/** A request of a second step. */
type SecondStep = { body: unknown; headers: { cookie?: string | undefined; origin?: string | undefined } };

/** Calls the second step with the state of `continuation`, if there is one. */
export async function continueFrom(
  { publicUrl }: Pick<AccountDeps, 'publicUrl'>,
  { body, headers }: SecondStep,
  forward: Forward,
): Promise<Response> {
  const { continuation } = body as { continuation?: string };
  if (continuation === undefined) return forward();
  const state = Buffer.from(continuation, 'base64url').toString().split('; ').filter(isState);
  const others = (headers.cookie ?? '').split('; ').filter((cookie) => cookie !== '' && !isState(cookie));
  const isClientWithoutCookies = headers.cookie === undefined && headers.origin === undefined;
  return forward({
    cookie: [...others, ...state].join('; '),
    // The provider rejects cookies without an origin. These come from the body, which no other site can send.
    ...(isClientWithoutCookies && { origin: publicUrl }),
  });
}

const isState = (cookie: string) => STATE.test(cookie) && /^[\x21-\x7e]+$/.test(cookie);
