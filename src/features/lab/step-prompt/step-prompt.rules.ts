const MINUTE_MS = 60 * 1000;
const INTERVAL_MS = 3 * 24 * 60 * MINUTE_MS;
/** Runs of the same hour do not start at the same second. Without a tolerance, three days would often be four. */
const TOLERANCE_MS = 30 * MINUTE_MS;

/** A user whose last prompt is at this instant or earlier is due. */
export function promptDueAt(now: Date): Date {
  return new Date(now.getTime() - INTERVAL_MS + TOLERANCE_MS);
}

/** A copy with its next step. Steps start at 1. */
export type UnfinishedCopy = { id: string; ownerId: string; title: string; step: number; stepTitle: string };
