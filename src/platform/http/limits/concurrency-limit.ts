import { type LimitBounds, nextLimit } from './concurrency-limit.rules.ts';

export type ConcurrencyLimitOptions = LimitBounds & {
  /** How often the limit is set anew, in milliseconds; 0 for never. */
  interval: number;
  /** The longest delay of the event loop above which the node is congested, in milliseconds. */
  maxLoopDelay: number;
  /** The wait for a connection of the database above which it is, in milliseconds. */
  maxDatabaseWait: number;
  /** The longest wait for a connection of the database since the last call, in milliseconds. */
  readDatabaseWait: () => number;
};

/** Counts the requests in progress, and says how many there may be. */
export type ConcurrencyLimit = {
  /** Returns the function that ends the request. */
  enter(): () => void;
  /** Whether one more would be too many; then it counts as refused. */
  isFull(): boolean;
  /** Requests in progress. */
  count(): number;
  /** Starts to adapt, until `stop`. */
  start(): void;
  stop(): void;
};

/** How often the delay of the event loop is looked at. */
const LOOK_MS = 20;

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { interval, maxLoopDelay, maxDatabaseWait, readDatabaseWait } = options;
  let limit = options.max;
  let inProgress = 0;
  let peak = 0;
  let hasRefused = false;
  let timer: NodeJS.Timeout | undefined;

  function adapt(loopDelay: number): void {
    const isCongested = loopDelay > maxLoopDelay || readDatabaseWait() > maxDatabaseWait;
    limit = nextLimit(limit, { peak, hasRefused, isCongested }, options);
    peak = inProgress;
    hasRefused = false;
  }

  function start(): void {
    if (interval === 0) return;
    let lookedAt = performance.now();
    let adaptedAt = lookedAt;
    let longestDelay = 0;
    const look = () => {
      const now = performance.now();
      longestDelay = Math.max(longestDelay, now - lookedAt - LOOK_MS);
      lookedAt = now;
      if (now - adaptedAt < interval) return;
      adapt(longestDelay);
      adaptedAt = now;
      longestDelay = 0;
    };
    timer = setInterval(look, Math.min(LOOK_MS, interval)).unref();
  }

  return {
    enter: () => {
      inProgress += 1;
      peak = Math.max(peak, inProgress);
      return () => {
        inProgress -= 1;
      };
    },
    isFull: () => {
      const isFull = inProgress >= limit;
      hasRefused ||= isFull;
      return isFull;
    },
    count: () => inProgress,
    start,
    stop: () => clearInterval(timer),
  };
}
