const connectionErrors = new WeakSet<object>();

/** Marks an error as one of the connection: by itself, that of `fetch` is like one of a faulty program. Returns it. */
export function asConnectionError<Thrown>(error: Thrown): Thrown {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error);
  return error;
}

const FAILED_IMPORT = /dynamically imported module|importing a module script/i;

/** Whether the server, or a part of the program on it, could not be reached. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DOMException) return true;
  if (!(error instanceof Error)) return false;
  return connectionErrors.has(error) || FAILED_IMPORT.test(error.message);
}
