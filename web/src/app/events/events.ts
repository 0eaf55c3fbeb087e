import type { MeadowEvent } from '@meadow/client';
import { createDeduplicator, HIDDEN_MS, isGap, type LiveEvent, liveEventOf } from './events.rules.ts';
import { followStream } from './stream.ts';

export type Events = {
  /** Calls the listener for each new event. Returns a function that ends this. */
  onEvent(listener: (event: LiveEvent) => void): () => void;
  /** Calls the listener when events may have been missed. Returns a function that ends this. */
  onGap(listener: () => void): () => void;
  /** Connects while the page is seen. Returns a function that disconnects. */
  start(): () => void;
};

/**
 * The live events of a user. Of all tabs one holds the connection and passes events on; which one, a lock of the browser decides. The
 * next one continues after the last event. Without locks (http) each tab has a connection of its own.
 */
export function createEvents(userId: string, follow: typeof followStream = followStream): Events {
  const name = `meadow-events-${userId}`;
  const eventListeners = new Set<(event: LiveEvent) => void>();
  const gapListeners = new Set<() => void>();
  const isNew = createDeduplicator();
  let lastEventId: string | undefined;
  let channel: BroadcastChannel | null = null;

  function receive({ id, event }: MeadowEvent): void {
    // What the page has loaded at its start is fresh.
    const isFirst = lastEventId === undefined;
    lastEventId = id;
    if (isGap(event, isFirst)) for (const listener of gapListeners) listener();
    const live = liveEventOf(event);
    if (live !== null && isNew(id)) for (const listener of eventListeners) listener(live);
  }

  function lead(signal: AbortSignal): void {
    const report = (received: MeadowEvent) => {
      receive(received);
      channel?.postMessage(received);
    };
    void follow(report, { signal, lastEventId });
  }

  /** Leads now or as soon as the tab that leads is gone. */
  function join(signal: AbortSignal): void {
    if (!('locks' in navigator)) {
      lead(signal);
      return;
    }
    const held = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    navigator.locks
      .request(name, { signal }, async () => {
        lead(signal);
        await held();
      })
      // The signal ends the waiting with an error.
      .catch(() => undefined);
  }

  return {
    onEvent: (listener) => subscribe(eventListeners, listener),
    onGap: (listener) => subscribe(gapListeners, listener),
    start: () => {
      // Without locks every tab leads, so that none needs another.
      channel = 'locks' in navigator ? new BroadcastChannel(name) : null;
      channel?.addEventListener('message', ({ data }: MessageEvent<MeadowEvent>) => receive(data));
      const stopJoining = joinWhileSeen(join);
      return () => {
        stopJoining();
        channel?.close();
        channel = null;
      };
    },
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs `join` while the page is seen, and until half a minute after. A held lock would keep a page that was left from returning fast. */
function joinWhileSeen(join: (signal: AbortSignal) => void): () => void {
  let joined: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout>;

  function enter(): void {
    clearTimeout(timer);
    if (joined !== null) return;
    joined = new AbortController();
    join(joined.signal);
  }

  function leave(): void {
    clearTimeout(timer);
    joined?.abort();
    joined = null;
  }

  function follow(): void {
    if (document.visibilityState === 'visible') enter();
    else timer = setTimeout(leave, HIDDEN_MS);
  }

  follow();
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', follow);
    leave();
  };
}
