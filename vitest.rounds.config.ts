import { defineConfig } from 'vitest/config';
import { TIERS } from './test/vitest/tiers.ts';
import base, { common, LONG, resolve } from './vitest.config.ts';

/** `npm run test:rounds`: the races and models again, with more rounds and seeds, and the longest simulation. */
export default defineConfig({
  resolve,
  test: {
    ...common,
    ...LONG,
    globalSetup: base.test?.globalSetup ?? [],
    reporters: base.test?.reporters ?? [],
    include: ['**/*.{race,model}.test.ts', ...TIERS.rounds.include],
    exclude: ['**/node_modules/**'],
    provide: { tier: 'rounds' },
  },
});
