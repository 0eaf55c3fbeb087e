import { useSyncExternalStore } from 'react';
import { ConnectionError } from '../../shared/problem/connection-error.ts';
import { knownUser } from '../local/known-user.ts';
import {
  afterEvent,
  type ConnectionEvent,
  type ConnectionState,
  isServerResponse,
  probeAfter,
} from './connection.rules.ts';

const PROBE_TIMEOUT_MS = 4_000;

let state: ConnectionState = { isOnline: true, isSessionOver: false };
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let probing: Promise<boolean> | null = null;
let failures = 0;

export function connectionState(): ConnectionState {
  return state;
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(onConnectionChange, connectionState);
}

export function noteConnection(event: ConnectionEvent): void {
  const before = state;
  state = afterEvent(state, event);
  if (state.isOnline) {
    clearTimeout(timer);
    failures = 0;
  }
  if (state !== before) for (const listener of listeners) listener();
}

/** `fetch` for all requests to the server: what comes of them tells whether it can be reached. `navigator.onLine` does not. */
export async function watchedFetch(input: Request | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  try {
    const response = await fetch(request);
    const { status, headers } = response;
    if (isServerResponse(status, headers.get('content-type'))) {
      const { pathname: path } = new URL(request.url);
      noteConnection({ kind: 'responded', path, status, isUserKnown: knownUser() !== null });
      if (state.isSessionOver && path === '/api/me' && status === 200) await noteUser(response.clone());
    } else {
      await probe();
    }
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    await probe();
    throw new ConnectionError(error);
  }
}

/** The user may have signed in again in another tab, and so may another one. */
async function noteUser(response: Response): Promise<void> {
  const me: { profile: { id: string } } = await response.json();
  if (me.profile.id === knownUser()) noteConnection({ kind: 'signedIn' });
}

/** Asks the server whether it is there. Asks again until it is. Resolves with whether it is there. */
export function probe(): Promise<boolean> {
  probing ??= ask().finally(() => {
    probing = null;
  });
  return probing;
}

async function ask(): Promise<boolean> {
  clearTimeout(timer);
  try {
    const { status, headers } = await fetch('/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    if (!isServerResponse(status, headers.get('content-type'))) throw new Error('A proxy responded.');
    noteConnection({ kind: 'responded', path: '/health', status, isUserKnown: false });
    return true;
  } catch {
    timer = setTimeout(() => void probe(), probeAfter(failures));
    failures += 1;
    noteConnection({ kind: 'lost' });
    return false;
  }
}

/** Probes when the browser or the user gives a hint that something changed. */
export function watchConnection(): void {
  const probeIfOffline = () => {
    if (!state.isOnline && document.visibilityState === 'visible') void probe();
  };
  window.addEventListener('online', probeIfOffline);
  window.addEventListener('offline', () => void probe());
  document.addEventListener('visibilitychange', probeIfOffline);
}
