const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/** How long a hidden page keeps its connection. */
export const HIDDEN_MS = 30_000;

/**
 * The wait before the next connection, after `failures` in a row: a random part of 1, 2, 4 … 60 seconds. All of it is random ("full
 * jitter"), so that clients do not return at once after a restart of the server.
 */
export function reconnectDelay(failures: number, random = Math.random): number {
  return random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10));
}

const MAX_REMEMBERED = 200;

/** Tells whether an id is new. An event can arrive twice. */
export function createDeduplicator(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
