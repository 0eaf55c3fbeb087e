/** The server did not respond. Browsers throw a `TypeError` for it, and so do libraries that catch this one. */
export class ConnectionError extends TypeError {
  override name = 'ConnectionError';

  constructor(cause: unknown) {
    super('The server did not respond.', { cause });
  }
}

/** What browsers say when a part of the client cannot be loaded, or a request has no response. */
const NO_RESPONSE =
  /failed to fetch|load failed|networkerror|network error|dynamically imported module|importing a module script/i;

/** Whether an error is one of the connection. An error of drawing a screen is none. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof Error && NO_RESPONSE.test(error.message));
}
