import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TIERS, type TierName } from './test/vitest/tiers.ts';

export const common = {
  setupFiles: 'test/vitest/block-external-network.ts',
  // Modules hold no state, so files of one worker can share them: the framework is loaded once per worker.
  isolate: false,
  pool: 'threads' as const,
  // Workers wait for the database. One more than cores keeps all cores busy; each worker loads and compiles the sources again.
  maxWorkers: availableParallelism() + 1,
  // So long that a busy machine is no failure, and one that hangs ends all the same.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // The default is one second, which a busy machine takes for a single look.
  expect: { poll: { timeout: 120_000 } },
};

export const LONG = { testTimeout: 600_000 };
const ALONE = { ...LONG, fileParallelism: false };

// Packages of this repository run from their source, as `paths` says.
export const resolve = { tsconfigPaths: true };

const tier = (name: TierName, options: object = {}, groupOrder = 0) => ({
  resolve,
  test: {
    ...common,
    name,
    include: TIERS[name].include,
    exclude: ['**/node_modules/**', ...TIERS[name].exclude],
    provide: { tier: 'push' as const },
    sequence: { groupOrder },
    ...options,
  },
});

/** The tests, a project a tier. `npx vitest run FILE` runs a file of any of them. */
export default defineConfig({
  resolve,
  test: {
    globalSetup: 'test/vitest/global-setup.ts',
    reporters: ['default', './test/vitest/counting-reporter.ts'],
    projects: [
      tier('push'),
      tier('regression', LONG),
      tier('browser', LONG),
      tier('soak', LONG),
      tier('exclusive', ALONE, 1),
      tier('drills', ALONE, 2),
    ],
  },
});
