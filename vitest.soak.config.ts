import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { globalSetup, reporters, ...shared } = base.test ?? {};
const soak = {
  ...shared,
  provide: { tier: 'soak' as const },
  exclude: ['**/node_modules/**'],
  testTimeout: 600_000,
  hookTimeout: 300_000,
};

/** `npm run test:soak`: long tests, and the races, models and fuzz tests of `npm test` with more rounds and seeds. */
export default defineConfig({
  ...base,
  test: {
    globalSetup,
    reporters,
    projects: [
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...soak,
          name: 'parallel',
          include: ['**/*.{soak,race,model}.test.ts', 'test/generated-requests.test.ts', 'test/job-matrix.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...soak,
          name: 'exclusive',
          // Each file needs the whole machine: it measures, or loads it fully.
          include: ['test/soak/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
