import type { components } from './api.generated.ts';

type Problem = components['schemas']['Error'];

/** An error response of Meadow. `code` is stable; `message` says what happened and what to do. */
export class MeadowError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Problem['details'];
  /** What the error says of the record as it is, such as with `record.changed`. */
  readonly current: Problem['current'];
  readonly requestId: string | undefined;
  /** When a retry can succeed, from the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Partial<Problem> | undefined, retryAfterSeconds?: number) {
    super(problem?.error ?? `The server responded with status ${status}.`);
    this.name = 'MeadowError';
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.details = problem?.details;
    this.current = problem?.current;
    this.requestId = problem?.request_id;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The data of a response, or a thrown `MeadowError`. */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new MeadowError(response.status, problemOf(error), retryAfterOf(response));
  return data as NonNullable<Data>;
}

/** Reads a response without the typed client. */
export async function readJson<Data>(response: Response): Promise<Data> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new MeadowError(response.status, problemOf(body), retryAfterOf(response));
  return body as Data;
}

function problemOf(body: unknown): Partial<Problem> | undefined {
  return typeof body === 'object' && body !== null ? body : undefined;
}

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}
