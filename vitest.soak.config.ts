import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The long tests: processes that are killed, attackers, backups under load. One file at a time: each needs the whole machine. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/soak/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
