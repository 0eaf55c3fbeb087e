import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test tier: `push` for `npm test`, `soak` for the longer commands. */
    tier: 'push' | 'soak';
  }
}

/** Returns `push` in `npm test`, and `soak` in `npm run test:soak` and `npm run test:rounds`. Use it for numbers of rounds, runs and seeds. */
export function byTier<Value>(push: Value, soak: Value): Value {
  return inject('tier') === 'soak' ? soak : push;
}
