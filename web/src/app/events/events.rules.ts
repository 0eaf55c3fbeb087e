import type { MeadowEvent } from '@meadow/client';

/** An event that says what changed. */
export type LiveEvent = Extract<MeadowEvent['event'], { version: number }>;

export const liveEventOf = (event: MeadowEvent['event']): LiveEvent | null => ('version' in event ? event : null);

/** Whether events may have been missed before this one. */
export function isGap({ kind }: MeadowEvent['event'], isFirst: boolean): boolean {
  return kind === 'reset' || (kind === 'ready' && !isFirst);
}

/** Whether an event is not stored: it has no id of its own, and arrives once at most. */
export const isSignal = ({ kind }: LiveEvent): boolean => kind === 'chat.typing';

/** The first words of the keys of queries that show what events of a kind change. The inbox is changed by its feature. */
const SHOWN_BY: Partial<Record<LiveEvent['kind'], readonly string[]>> = {
  notification: ['today'],
  // Not Today, whose request is larger: all users get it, every three seconds.
  'battle.progress': ['battle'],
  'chain.updated': ['chat', 'today'],
  'chat.message': ['chat', 'me'],
  'check-in.made': ['today'],
  'drop.received': ['today'],
  'wallet.changed': ['me'],
  'entry.changed': ['journal', 'today'],
  'export.progress': ['exports'],
};

/** The queries to load again after these events, each once. */
export function queriesShowing(kinds: readonly LiveEvent['kind'][]): string[] {
  return [...new Set(kinds.flatMap((kind) => SHOWN_BY[kind] ?? []))];
}

/** How long events are collected before queries are loaded again. */
export const COLLECT_MS = 250;

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
