import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npm run test:rounds`: the races and models of `npm test` again, with more rounds and seeds, and the longest simulation. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    provide: { tier: 'soak' },
    include: ['**/*.{race,model}.test.ts', '**/*.rounds.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
