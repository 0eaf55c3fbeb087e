import { createDeduplicator, HIDDEN_MS } from './events.rules.ts';
import { followStream, type Notification, type StreamMessage } from './stream.ts';

export type Events = {
  /** Calls the listener for each new notification. Returns a function that ends this. */
  onNotification(listener: (notification: Notification) => void): () => void;
  /** Calls the listener when events may have been missed. Returns a function that ends this. */
  onGap(listener: () => void): () => void;
  /** Connects while the page is seen. Returns a function that disconnects. */
  start(): () => void;
};

type Follow = (report: (message: StreamMessage) => void, signal: AbortSignal) => Promise<void>;

/**
 * The live events of a user. Of all tabs one holds the connection and passes events on; which one, a lock of the browser decides.
 * Without locks (http) each tab has a connection of its own.
 */
export function createEvents(userId: string, follow: Follow = followStream): Events {
  const name = `meadow-events-${userId}`;
  const notificationListeners = new Set<(notification: Notification) => void>();
  const gapListeners = new Set<() => void>();
  const isNew = createDeduplicator();
  let hasOpened = false;
  let channel: BroadcastChannel | null = null;

  function receive(message: StreamMessage): void {
    if (message.kind === 'open') for (const listener of gapListeners) listener();
    else if (isNew(message.notification.id)) {
      for (const listener of notificationListeners) listener(message.notification);
    }
  }

  function lead(signal: AbortSignal): void {
    void follow((message) => {
      // What the page has loaded at its start is fresh.
      if (message.kind !== 'open' || hasOpened) receive(message);
      hasOpened ||= message.kind === 'open';
      channel?.postMessage(message);
    }, signal);
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
    onNotification: (listener) => subscribe(notificationListeners, listener),
    onGap: (listener) => subscribe(gapListeners, listener),
    start: () => {
      // Without locks every tab leads, so that none needs another.
      channel = 'locks' in navigator ? new BroadcastChannel(name) : null;
      channel?.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => receive(data));
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
