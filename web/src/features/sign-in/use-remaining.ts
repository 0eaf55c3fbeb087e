import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Counts down to an instant (in milliseconds). Returns whole seconds; 0 if it is over, or null. */
export function useRemaining(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const remaining = until === null ? 0 : Math.max(0, Math.ceil((until - now) / SECOND_MS));
  useEffect(() => {
    if (until === null) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  return remaining;
}
