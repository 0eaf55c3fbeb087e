import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const FEATURES = 'src/features';

/** Where tests go through all routes, callers, jobs, providers or commands, or start servers of their own. */
const WIDE_FOLDERS = [
  'test/{access-matrix,contract,edge,job-matrix,process}',
  'src/{app,providers,sandbox,command-line}',
  'src/platform/{backup,db,images,jobs,workers}',
  'src/features/data-rights',
  'packages',
];

/** What users do each day. Of other features a push tests the rules and templates alone. */
const CORE = [
  'account',
  'badge',
  'battle',
  'chain',
  'chat',
  'check-in',
  'encouragement',
  'event',
  'goal',
  'journal',
  'media',
  'notification',
  'organization',
  'overview',
  'tone',
  'tone-pack',
  'usage',
  'wallet',
  'wellbeing',
  'workout-window',
];

/** Whether a test of a feature is one of a push: rules and templates, and in the core the test that bears the name of its folder. */
function isOfPush(path: string): boolean {
  const [name, kind] = basename(path).split('.');
  if (kind === 'rules' || kind === 'template') return true;
  return kind === 'test' && name === basename(dirname(path)) && CORE.includes(path.split('/')[2] ?? '');
}

function listWideTests(): string[] {
  const paths = readdirSync(join(ROOT, FEATURES), { recursive: true }).map((path) => `${FEATURES}/${path}`);
  return paths.filter((path) => path.endsWith('.test.ts') && !isOfPush(path));
}

const ALL = ['src/**/*.test.ts', 'web/{src,test}/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts'];
const REGRESSION = ['src/*.test.ts', ...listWideTests(), ...WIDE_FOLDERS.map((folder) => `${folder}/**/*.test.ts`)];
const BROWSER = ['web/test/**/*.browser.test.ts'];
const SOAK = ['**/*.soak.test.ts'];
const EXCLUSIVE = ['test/soak/**/*.test.ts'];
const DRILLS = ['test/drills/**/*.test.ts'];
const ROUNDS = ['**/*.rounds.test.ts'];

/**
 * The files of each tier, as patterns. Each file belongs to one.
 *
 * - push: `npm test`, what each push has to pass within four minutes: rules, the structure, and of the core a test a noun.
 * - regression: `npm run test:regression`, what goes wide or deep: races, plans of statements, all routes and callers.
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
