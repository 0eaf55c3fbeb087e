import type { components } from '@meadow/client';
import type { Mosaic, Section, TileState } from './mosaic.ts';

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
 * Loads again after changes, at once. Changes while a request is on its way wait for its end. With `timers` it loads once more when the
 * server's response of before can no longer be repeated. `load` must not reject.
 */
export function createReloads(load: () => Promise<void>, nextFrame: NextFrame, timers: Timers | null) {
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
      if (timers !== null) stopLast = timers.later(request, REPEATED_MS);
    },
    /** Ends the waiting for the last request. */
    stop: () => stopLast(),
  };
}

type CheckIn = components['schemas']['WorkoutCheckIn'];
export type KnownCheckIn = Pick<CheckIn, 'user_id' | 'status'>;

const STATES = { verified: 'completed', rejected: 'failed', pending: null } as const satisfies Record<
  CheckIn['status'],
  TileState | null
>;

/** When a mosaic was loaded, and the check-ins of the own chain and squad. */
export type LoadedAt = { mosaic: number; checkIns: number };

/**
 * The mosaic with the check-ins of the own chain and squad, which are known at once: a mosaic that was loaded before, or little later, may
 * be a repeated one. A check-in counts once its photo is verified.
 */
export function withCheckIns(mosaic: Mosaic, checkIns: readonly KnownCheckIn[], loadedAt: LoadedAt): Mosaic {
  if (loadedAt.mosaic - loadedAt.checkIns >= REPEATED_MS) return mosaic;
  const known = new Map(checkIns.map(({ user_id, status }) => [user_id, STATES[status]]));
  const stateOf = ({ userId, status }: Section) => known.get(userId) ?? status;
  const changed = mosaic.sections.filter((section) => stateOf(section) !== section.status);
  if (changed.length === 0) return mosaic;
  const stats = { ...mosaic.stats };
  for (const section of changed) {
    stats[section.status] -= 1;
    stats[stateOf(section)] += 1;
  }
  const sections = mosaic.sections.map((section) => {
    const status = stateOf(section);
    return status === section.status ? section : { ...section, status };
  });
  return { ...mosaic, sections, stats };
}
