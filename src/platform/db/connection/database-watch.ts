/** Ends an observation, with the error if there was one. */
export type EndObservation = (error?: unknown) => void;

/** Observes the use of a pool. Each function is called as something begins, and returns what to call at its end. */
export type DatabaseWatch = {
  /** A connection is requested. It ends when the connection is there. */
  onConnect(): EndObservation;
  /** A statement is sent. Its text has no values of users: they are parameters. */
  onStatement(text: string): EndObservation;
};

const ignore = () => undefined;

export const UNWATCHED: DatabaseWatch = { onConnect: () => ignore, onStatement: () => ignore };
