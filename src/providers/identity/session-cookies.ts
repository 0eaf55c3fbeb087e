import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';

/** Sessions of the built-in provider, which browsers keep in a cookie that scripts cannot read. */
export type SessionCookies = {
  /** The name of the cookie. */
  name: string;
  /**
   * Exchanges the value of a cookie for an access token that is valid for at least 5 minutes. Returns null if the session has
   * ended. `setCookies` are headers that the browser needs if the exchange has extended the session.
   */
  exchange(value: string): Promise<{ token: string; setCookies: readonly string[] } | null>;
};

export type SessionCookieOptions = {
  name: string;
  /** The URL that returns an access token for a session. */
  tokenUrl: string;
  handle: (request: Request) => Promise<Response>;
  clock: Clock;
};

/** Access tokens are valid for 15 minutes. */
const CACHE_MS = 10 * 60_000;
const MAX_CACHED_SESSIONS = 10_000;

/**
 * Creates the exchange. A node exchanges a session once in 10 minutes, however many requests of a page arrive at once. An ended
 * session is noticed in spite of the cache: the access token names it, and each request looks it up.
 */
export function createSessionCookies({ name, tokenUrl, handle, clock }: SessionCookieOptions): SessionCookies {
  const tokens = new LRUCache<string, Promise<string | null>>({
    max: MAX_CACHED_SESSIONS,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });

  async function requestToken(value: string): Promise<{ token: string | null; setCookies: string[] }> {
    const response = await handle(new Request(tokenUrl, { headers: { cookie: `${name}=${value}` } }));
    if (!response.ok) return { token: null, setCookies: [] };
    const { token } = (await response.json()) as { token: string };
    return { token, setCookies: response.headers.getSetCookie() };
  }

  return {
    name,
    async exchange(value) {
      const key = createHash('sha256').update(value).digest('base64url');
      const known = tokens.get(key);
      if (known !== undefined) {
        const token = await known;
        return token === null ? null : { token, setCookies: [] };
      }
      const requested = requestToken(value);
      const pending = requested.then(({ token }) => token);
      tokens.set(key, pending);
      const forget = () => void (tokens.peek(key) === pending && tokens.delete(key));
      pending.then((token) => token ?? forget(), forget);
      const { token, setCookies } = await requested;
      return token === null ? null : { token, setCookies };
    },
  };
}
