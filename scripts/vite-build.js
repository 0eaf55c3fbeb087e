import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Runs `vite build` with these parameters, if one of `sources` is newer than the file `built` of the last build. Ends the process if
 * it fails.
 */
export function viteBuild({ name, sources, built, parameters }) {
  if (existsSync(built) && newestChange([...sources, 'package-lock.json']) <= statSync(built).mtimeMs) return;
  process.stdout.write(`Building the ${name} ...\n`);
  const started = performance.now();
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', ...parameters, '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    // Another value, as of a test, would build for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(1);
  process.stdout.write(`Built the ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}

// The change of a folder is that of a file that was added or removed.
function newestChange(sources) {
  return Math.max(...sources.flatMap((source) => changesIn(join(ROOT, source))));
}

function changesIn(path) {
  const { mtimeMs } = statSync(path);
  if (path.endsWith('node_modules') || path.endsWith('routes.generated.ts')) return [0];
  if (!statSync(path).isDirectory()) return [mtimeMs];
  return [mtimeMs, ...readdirSync(path).flatMap((name) => changesIn(join(path, name)))];
}
