import { boundedFetch } from '../../platform/outbound/bounded-fetch.ts';
import { type AiFailure, AiFailureError } from './ai.failure.ts';

/**
 * The `fetch` of the AI provider. It never reads the body of a refusal, which may repeat the key or the text. It posts, and fetches
 * nothing: an answer may name a URL in place of a picture, which could be one inside of our own network.
 */
export function createAiFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    if (init?.method !== 'POST') throw new AiFailureError({ reason: 'not-of-the-shape' });
    const rejectionOf = ({ ok, status }: Response): AiFailure | null => (ok ? null : { reason: 'refused', status });
    const { headers, body } = await boundedFetch(input, init, { maxBytes, FailureError: AiFailureError, rejectionOf });
    return new Response(body, { headers });
  };
}
