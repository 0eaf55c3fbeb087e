/** The body was longer than asked for; what came of it is dropped. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('The body is larger than it may be.');
    this.name = 'BodyTooLargeError';
  }
}

/**
 * The body of an answer, as long as it has at most `maxBytes` (after decompression), and closes the connection beyond. Throws
 * `BodyTooLargeError`, or the reason of the signal: Node's fetch forgets its own signal once the request is garbage, and
 * would wait for a body that stalls.
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

/** Why an exchange failed, without what its errors hold: their chain of causes may name the address or what was sent. */
export type FetchFailure =
  | { reason: 'too-large' }
  | { reason: 'time-limit' }
  /** `networkCode` is the operating system's word for it, such as ECONNREFUSED. */
  | { reason: 'not-reachable'; networkCode?: string };

/** What an error of `fetch` or `readBodyAtMost` means, where `signal` limits the time of the exchange. */
export function fetchFailureOf(error: unknown, signal?: AbortSignal | null): FetchFailure {
  if (error instanceof BodyTooLargeError) return { reason: 'too-large' };
  if (signal?.aborted) return { reason: 'time-limit' };
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? { reason: 'not-reachable', networkCode: code } : { reason: 'not-reachable' };
}
