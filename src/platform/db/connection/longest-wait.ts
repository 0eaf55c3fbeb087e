/** Notes how long work has waited. */
export type LongestWait = {
  /** Notes that one more waits. Returns the function that ends its wait. */
  begin(): () => void;
  /** The longest wait that has ended since the last call, or is still going on, in milliseconds. */
  read(): number;
};

export function createLongestWait(now: () => number = () => performance.now()): LongestWait {
  /** When each of those who wait began, the oldest first. */
  const waiting = new Set<{ since: number }>();
  let longest = 0;
  return {
    begin: () => {
      const wait = { since: now() };
      waiting.add(wait);
      return () => {
        if (waiting.delete(wait)) longest = Math.max(longest, now() - wait.since);
      };
    },
    read: () => {
      const [oldest] = waiting;
      const result = Math.max(longest, oldest === undefined ? 0 : now() - oldest.since);
      longest = 0;
      return result;
    },
  };
}
