// node scripts/build-web.js   builds the web client into dist/web, if its sources are newer than the last build
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const SOURCES = ['web', join('packages', 'client', 'src'), 'package-lock.json'];
const BUILT = join(root, 'dist', 'web', '.builds.json');

if (!existsSync(BUILT) || newestChange() > statSync(BUILT).mtimeMs) {
  process.stdout.write('Building the web client ...\n');
  const started = performance.now();
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const parameters = [vite, 'build', 'web', '--config', join('web', 'vite.config.ts'), '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, parameters, {
    cwd: root,
    stdio: 'inherit',
    // Another value, as of a test, would build a client for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(1);
  process.stdout.write(`Built the web client in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}

// The change of a folder is that of a file that was added or removed.
function newestChange() {
  return Math.max(...SOURCES.flatMap((source) => changesIn(join(root, source))));
}

function changesIn(path) {
  const { mtimeMs } = statSync(path);
  if (path.endsWith('node_modules') || path.endsWith('routes.generated.ts')) return [0];
  if (!statSync(path).isDirectory()) return [mtimeMs];
  return [mtimeMs, ...readdirSync(path).flatMap((name) => changesIn(join(path, name)))];
}
