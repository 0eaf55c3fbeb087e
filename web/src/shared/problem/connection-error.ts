/** The server did not answer. Browsers throw a `TypeError` for it, and so do libraries that catch this one. */
export class ConnectionError extends TypeError {
  override name = 'ConnectionError';

  constructor(cause: unknown) {
    super('The server did not answer.', { cause });
  }
}

/** What browsers say when a part of the client cannot be loaded, or a request has no answer. */
const NO_ANSWER =
  /failed to fetch|load failed|networkerror|network error|dynamically imported module|importing a module script/i;

/** Whether an error is one of the connection. An error of drawing a screen is none. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof Error && NO_ANSWER.test(error.message));
}
