import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** `npm test`: what each push has to pass. */
export default defineConfig({
  // Packages of this repository run from their source, as `paths` says.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['src/**/*.test.ts', 'web/{src,test}/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.soak.test.ts', '**/*.rounds.test.ts', 'test/soak/**', 'test/drills/**'],
    provide: { tier: 'push' },
    globalSetup: 'test/vitest/global-setup.ts',
    setupFiles: 'test/vitest/block-external-network.ts',
    reporters: ['default', './test/vitest/counting-reporter.ts'],
    // Modules hold no state, so files of one worker can share them: the framework is loaded once per worker.
    isolate: false,
    pool: 'threads',
    // Workers wait for the database. One more than cores keeps all cores busy; each worker loads and compiles the sources again.
    maxWorkers: availableParallelism() + 1,
    // So long that a busy machine is no failure, and one that hangs ends all the same.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default is one second, which a busy machine takes for a single look.
    expect: { poll: { timeout: 120_000 } },
  },
});
