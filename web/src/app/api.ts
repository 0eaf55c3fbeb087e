import { createMeadow } from '@meadow/client';
import { watchedFetch } from './connection/connection.ts';
import { accessToken } from './session/access-token.ts';

/**
 * The API of the server that served this page. The session is a cookie that scripts cannot read, or a token in memory. The query cache
 * repeats reads.
 */
export const api = createMeadow({
  baseUrl: window.location.origin,
  fetch: watchedFetch as typeof fetch,
  maxRetries: 1,
  getAccessToken: accessToken,
});
