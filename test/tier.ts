import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which command runs: `npm test`, or one of the longer ones. */
    tier: 'push' | 'soak';
  }
}

/** Returns `push` in `npm test` and `soak` in `npm run test:soak` and `npm run test:rounds`: rounds of a race, runs of a property, seeds. */
export function byTier<Value>(push: Value, soak: Value): Value {
  return inject('tier') === 'soak' ? soak : push;
}
