import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npm run test:drills`: what an operator relies on, on the servers and tools of the distribution (see CONTRIBUTING.md). */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    provide: { tier: 'soak' },
    include: ['test/drills/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // Each file starts several servers and puts them under load.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
