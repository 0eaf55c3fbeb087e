import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

// The root sets up one cluster for all projects.
const { globalSetup: _, reporters: __, ...ofProject } = base.test ?? {};
const soak = {
  ...ofProject,
  provide: { tier: 'soak' as const },
  exclude: ['**/node_modules/**'],
  testTimeout: 600_000,
  hookTimeout: 300_000,
};

/** `npm run test:soak`: the long tests, and the access matrix with every caller. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...soak,
          name: 'parallel',
          include: ['**/*.soak.test.ts', 'test/access-matrix/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...soak,
          name: 'exclusive',
          // Each file measures what the whole machine does.
          include: ['test/soak/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
