import { boundedFetch } from '#platform/outbound/bounded-fetch.ts';
import type { CallWatch } from '#platform/outbound/call-watch.ts';
import { AiFailureError } from './ai.failure.ts';
import type { AiFailure } from './ai.ts';

/**
 * The `fetch` of the AI provider. It skips the body of an error response, which may repeat the key or the text, and allows
 * POST only: a response can contain an image URL, which could lead into our own network.
 */
export function createAiFetch(maxBytes: number, watch?: CallWatch): typeof fetch {
  return async (input, init) => {
    if (init?.method !== 'POST') throw new AiFailureError({ reason: 'not-of-the-shape' });
    const rejectionOf = ({ ok, status }: Response): AiFailure | null => (ok ? null : { reason: 'refused', status });
    const limits = { maxBytes, FailureError: AiFailureError, rejectionOf, watch };
    const { headers, body } = await boundedFetch(input, init, limits);
    return new Response(body, { headers });
  };
}
