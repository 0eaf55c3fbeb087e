/** What a node has seen since the last look. */
export type Observation = {
  /** The most requests that were in progress at once. */
  peak: number;
  /** Whether requests were refused. */
  hasRefused: boolean;
  /** Whether requests waited too long for the event loop or the database. */
  isCongested: boolean;
};

export type LimitBounds = { min: number; max: number };

const DECREASE = 0.75;
const INCREASE_WHILE_FULL = 1.05;
const INCREASE_WHILE_CALM = 1.5;

/**
 * How many requests may be in progress from now on: additive increase, multiplicative decrease, as TCP finds its window (Chiu and Jain,
 * 1989). A congested node has too many in hand, and a full one that is not congested may have a few more.
 */
export function nextLimit(
  limit: number,
  { peak, hasRefused, isCongested }: Observation,
  { min, max }: LimitBounds,
): number {
  if (isCongested) return Math.max(min, Math.floor(Math.min(limit, peak) * DECREASE));
  const raised = hasRefused ? limit * INCREASE_WHILE_FULL + 1 : limit * INCREASE_WHILE_CALM + 1;
  return Math.min(max, Math.floor(raised));
}
