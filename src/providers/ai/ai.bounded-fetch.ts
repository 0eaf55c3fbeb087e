import { AiFailureError } from './ai.failure.ts';

/**
 * A `fetch` for talking to a provider that may misbehave. It reads at most `maxAnswerBytes` (after decompression) and then
 * drops the connection, follows no redirect (the key would travel along), and never reads the body of a refusal, which may
 * repeat the key or the text. Every failure is an `AiFailureError`.
 */
export function createBoundedFetch(maxAnswerBytes: number): typeof fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, { ...init, redirect: 'error' });
      if (!response.ok) {
        await response.body?.cancel();
        throw new AiFailureError({ reason: 'refused', status: response.status });
      }
      return new Response(await readAtMost(maxAnswerBytes, response), { headers: response.headers });
    } catch (error) {
      if (error instanceof AiFailureError) {
        throw error;
      }
      // The original error is left behind on purpose: its chain of causes may name the address or hold what was sent.
      throw new AiFailureError(
        init?.signal?.aborted ? { reason: 'time-limit' } : { reason: 'not-reachable', ...networkCodeOf(error) },
      );
    }
  };
}

async function readAtMost(maxBytes: number, response: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Leaving the loop by an error cancels the body, which closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) {
      throw new AiFailureError({ reason: 'too-large' });
    }
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

function networkCodeOf(error: unknown): { networkCode?: string } {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? { networkCode: code } : {};
}
