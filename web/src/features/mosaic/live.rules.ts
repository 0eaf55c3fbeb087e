import type { Mosaic, Section } from './mosaic.ts';

/** How the time passes: a browser's, or that of a test. */
export type Timers = { later: (run: () => void, ms: number) => () => void };

/** The server repeats a response for three seconds. A change may be missing until then. */
export const REPEATED_MS = 3_500;

/** Requests the next frame. Returns nothing: what it begins is not taken back. */
export type NextFrame = (run: () => void) => void;

/** Runs `work` in the next frame, once for all calls until then. */
export function oncePerFrame(nextFrame: NextFrame, work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    nextFrame(() => {
      isDue = false;
      work();
    });
  };
}

/**
 * Loads a mosaic again after changes: at once, and once more when the server's response of before can no longer be repeated. Changes
 * while a request is on its way wait for its end. `load` must not reject.
 */
export function createReloads(load: () => Promise<void>, timers: Timers, nextFrame: NextFrame) {
  let isLoading = false;
  let isStale = false;
  let stopLast: () => void = () => undefined;

  const request = oncePerFrame(nextFrame, () => {
    if (isLoading) {
      isStale = true;
      return;
    }
    isLoading = true;
    isStale = false;
    void load().then(() => {
      isLoading = false;
      if (isStale) request();
    });
  });

  return {
    changed: () => {
      request();
      stopLast();
      stopLast = timers.later(request, REPEATED_MS);
    },
    /** Ends the waiting for the last request. */
    stop: () => stopLast(),
  };
}

/** Users known to have checked in, and when an event said so: a response of before does not know it. */
export type Lit = ReadonlyMap<string, number>;

/** The check-ins that a response cannot know yet. */
export function unknownOf(lit: Lit, loadedAt: number): Lit {
  return new Map([...lit].filter(([, at]) => loadedAt - at < REPEATED_MS));
}

/** The mosaic with the check-ins of events. */
export function withLit(mosaic: Mosaic, lit: Lit): Mosaic {
  const isNew = ({ userId, status }: Section) => status !== 'completed' && lit.has(userId);
  const changed = mosaic.sections.filter(isNew);
  if (changed.length === 0) return mosaic;
  const stats = { ...mosaic.stats };
  for (const { status } of changed) {
    stats[status] -= 1;
    stats.completed += 1;
  }
  const sections = mosaic.sections.map((section) =>
    isNew(section) ? { ...section, status: 'completed' as const } : section,
  );
  return { ...mosaic, sections, stats };
}
