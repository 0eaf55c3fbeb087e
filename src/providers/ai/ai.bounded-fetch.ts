import { fetchFailureOf, readBodyAtMost } from '../../platform/read-body.ts';
import { AiFailureError } from './ai.failure.ts';

/**
 * A `fetch` for talking to a provider that may misbehave. It reads at most `maxAnswerBytes` (after decompression) and then
 * drops the connection, follows no redirect (the key would travel along), and never reads the body of a refusal, which may
 * repeat the key or the text. It posts, and fetches nothing: an answer may name an address in place of a picture, which could
 * be one inside of our own network. Every failure is an `AiFailureError`.
 */
export function createBoundedFetch(maxAnswerBytes: number): typeof fetch {
  return async (input, init) => {
    if (init?.method !== 'POST') throw new AiFailureError({ reason: 'not-of-the-shape' });
    try {
      const response = await fetch(input, { ...init, redirect: 'error' });
      if (!response.ok) {
        await response.body?.cancel();
        throw new AiFailureError({ reason: 'refused', status: response.status });
      }
      const body = await readBodyAtMost(response, maxAnswerBytes, init?.signal ?? undefined);
      return new Response(body, { headers: response.headers });
    } catch (error) {
      if (error instanceof AiFailureError) {
        throw error;
      }
      throw new AiFailureError(fetchFailureOf(error, init?.signal));
    }
  };
}
