import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.generated.ts';
import { createRetryingFetch, type RetryOptions } from './retry.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

export type MeadowOptions = RetryOptions & Omit<SessionOptions, 'fetch'>;

/** The typed client. `GET`, `POST`, `PUT` and `DELETE` take a path of the API. */
export type Meadow = Client<paths> & {
  session: Session;
  baseUrl: string;
  /** Sends a request with the access token, and once more with a new one if that has expired. Retries as `RetryOptions` says. */
  send(request: Request): Promise<Response>;
};

/** Creates a client of the server at `baseUrl`. */
export function createMeadow({ baseUrl, session: stored, getAccessToken, ...retries }: MeadowOptions): Meadow {
  const retrying = createRetryingFetch(retries);
  const session = createSession({
    baseUrl,
    fetch: retrying,
    ...(stored !== undefined && { session: stored }),
    ...(getAccessToken !== undefined && { getAccessToken }),
  });

  async function send(request: Request): Promise<Response> {
    const token = request.headers.has('authorization') ? null : await session.accessToken();
    if (token === null) return retrying(request);
    const again = request.clone();
    const response = await retrying(authorize(request, token));
    if (response.status !== 401) return response;
    await response.body?.cancel();
    session.discard(token);
    return retrying(authorize(again, (await session.accessToken()) ?? token));
  }

  return Object.assign(createFetchClient<paths>({ baseUrl, fetch: send }), { session, baseUrl, send });
}

function authorize(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}
