/** Whether the server can be reached, and whether it still knows the user. */
export type ConnectionState = {
  isOnline: boolean;
  /** The session ended while the user was at work. Drafts and the outbox stay; the user signs in above the page. */
  isSessionOver: boolean;
};

export type ConnectionEvent =
  /** The server responded to a request of `path`. `isUserKnown`: this device has a user, whose session can end. */
  | { kind: 'responded'; path: string; status: number; isUserKnown: boolean }
  /** A request had no response, and neither had a probe. */
  | { kind: 'lost' }
  /** The user signed in again: the same one, as what waits on this device must not reach another account. */
  | { kind: 'signedIn' };

export function afterEvent(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  const next = nextOf(state, event);
  return next.isOnline === state.isOnline && next.isSessionOver === state.isSessionOver ? state : next;
}

function nextOf(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.kind) {
    case 'lost':
      return { ...state, isOnline: false };
    case 'signedIn':
      return { ...state, isSessionOver: false };
    case 'responded': {
      const isOver = event.isUserKnown && event.status === 401 && event.path.startsWith('/api/');
      return { isOnline: true, isSessionOver: isOver || state.isSessionOver };
    }
  }
}

/** A proxy in front of a stopped server responds for it, but not in JSON as the server would. */
export function isServerResponse(status: number, contentType: string | null): boolean {
  const isOfGateway = status === 502 || status === 503 || status === 504;
  return !isOfGateway || (contentType ?? '').includes('json');
}

const FIRST_PROBE_MS = 2_000;
const MAX_PROBE_MS = 30_000;

/** The wait before the next probe, after a number of failed ones. */
export function probeAfter(failures: number): number {
  return Math.min(FIRST_PROBE_MS * 2 ** failures, MAX_PROBE_MS);
}
