/** Kinds of tests (`<name>.<kind>.test.ts`) with many rounds, large tables or whole protocols. */
const WIDE_KINDS =
  'race,model,plans,load,migration,contract,contract.pictures,responses,stripe.events,events,queue,pictures';

/** Where tests go through all routes, callers, jobs, providers or commands. */
const WIDE_FOLDERS = [
  'test/{access-matrix,contract,edge,job-matrix,process}',
  'src/{providers,sandbox,command-line}',
  'src/features/data-rights/{deletion,import,retention}',
];

const ALL = ['src/**/*.test.ts', 'web/{src,test}/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts'];
const REGRESSION = [
  `{src,web/src,packages}/**/*.{${WIDE_KINDS}}.test.ts`,
  ...WIDE_FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
];
const BROWSER = ['web/test/**/*.browser.test.ts'];
const SOAK = ['**/*.soak.test.ts'];
const EXCLUSIVE = ['test/soak/**/*.test.ts'];
const DRILLS = ['test/drills/**/*.test.ts'];
const ROUNDS = ['**/*.rounds.test.ts'];

/**
 * The files of each tier, as patterns. Each file belongs to one.
 *
 * - push: `npm test`, what each push has to pass within four minutes.
 * - regression: `npm run test:regression`, what goes wide: races, plans of statements, all routes and callers.
 * - browser: `npm run test:browser`, the web client in a browser.
 * - soak and exclusive: `npm run test:soak`, what takes long. A file of `exclusive` measures what the whole machine does.
 * - drills: `npm run test:drills`, what operators rely on.
 * - rounds: `npm run test:rounds`, the longest simulation.
 */
export const TIERS = {
  push: { include: ALL, exclude: [...REGRESSION, ...BROWSER, ...SOAK, ...EXCLUSIVE, ...DRILLS, ...ROUNDS] },
  regression: { include: REGRESSION, exclude: [...SOAK, ...ROUNDS] },
  browser: { include: BROWSER, exclude: [] },
  soak: { include: SOAK, exclude: [] },
  exclusive: { include: EXCLUSIVE, exclude: [] },
  drills: { include: DRILLS, exclude: [] },
  rounds: { include: ROUNDS, exclude: [] },
} satisfies Record<string, { include: string[]; exclude: string[] }>;

export type TierName = keyof typeof TIERS;
