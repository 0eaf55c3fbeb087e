/** The body exceeded the limit; the received part is dropped. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('The body is larger than it may be.');
    this.name = 'BodyTooLargeError';
  }
}

/**
 * Reads a response body of at most `maxBytes` (after decompression); closes the connection beyond.
 * Rejects with `BodyTooLargeError` or the reason of the signal: Node's fetch forgets its own signal once the request is garbage
 * collected, and would wait for a stalled body.
 */
export async function readBodyAtMost(response: Response, maxBytes: number, signal?: AbortSignal): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => {
      length += chunk.byteLength;
      // An error here cancels the body, which closes the connection.
      if (length > maxBytes) throw new BodyTooLargeError();
      chunks.push(chunk);
    },
  });
  await response.body?.pipeTo(sink, signal === undefined ? {} : { signal });
  return new Blob(chunks);
}

/** Why an exchange failed, without the causes of the error, which may contain the URL or the request. */
export type FetchFailure =
  | { reason: 'too-large' }
  | { reason: 'time-limit' }
  /** `networkCode` is the operating system's code, such as ECONNREFUSED. */
  | { reason: 'not-reachable'; networkCode?: string };

/** Classifies an error of `fetch` or `readBodyAtMost`; `signal` is the timeout of the exchange. */
export function fetchFailureOf(error: unknown, signal?: AbortSignal | null): FetchFailure {
  if (error instanceof BodyTooLargeError) return { reason: 'too-large' };
  if (signal?.aborted) return { reason: 'time-limit' };
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? { reason: 'not-reachable', networkCode: code } : { reason: 'not-reachable' };
}
