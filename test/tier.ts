import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** `rounds` in `npm run test:rounds`, else `push`. */
    tier: 'push' | 'rounds';
  }
}

/** Returns `push`, or `rounds` in `npm run test:rounds`. Use it for numbers of rounds, runs and seeds. */
export function byTier<Value>(push: Value, rounds: Value): Value {
  return inject('tier') === 'rounds' ? rounds : push;
}
