// npm run check   runs all checks except the tests. Prints one line for each step and stops at the first failure.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const program = (...path) => join(root, 'node_modules', ...path);

const steps = [
  ['format and lint', program('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
  ['types', program('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json'],
  ...listWebProjects().map((project) => [
    `types of ${project}`,
    program('typescript', 'bin', 'tsc'),
    '--noEmit',
    '-p',
    project,
  ]),
  ['boundaries', '--import', 'tsx', 'scripts/boundaries.ts'],
  ['errors of routes', '--import', 'tsx', 'scripts/thrown-errors.ts'],
  ['dead code', program('knip', 'bin', 'knip.js'), '--no-progress'],
  ['generated files', '--import', 'tsx', 'scripts/generate.ts', '--check'],
  ['API description', '--import', 'tsx', 'scripts/lint-description.ts'],
];

for (const [name, ...parameters] of steps) {
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(process.execPath, parameters, { cwd: root, encoding: 'utf8' });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`);
  if (status !== 0) {
    process.stdout.write(`\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
    process.exit(1);
  }
}

// The client, and its parts that run elsewhere than on a page, such as the service worker.
function listWebProjects() {
  const folders = ['web', ...readdirSync(join(root, 'web')).map((name) => join('web', name))];
  return folders.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
}
