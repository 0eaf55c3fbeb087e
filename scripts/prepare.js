// Runs before `npm start` and `npm test`, with nothing installed yet: installs what the lockfile says where that is missing
// or out of date, and builds where asked. So it uses nothing but Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? '.', '..');
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  stop(`Meadow needs Node 20.19 or newer, and this is ${process.versions.node}. Node 24 is recommended.`);
}

const stamp = join(root, 'node_modules', '.installed-lockfile');
const lockfile = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
  process.stdout.write('Installing what Meadow needs (once, about a minute) ...\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lockfile);
}

if (process.argv.includes('--build')) {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  for (const project of [join('packages', 'embedded-postgres'), 'tsconfig.build.json']) {
    run(process.execPath, [compiler, '-p', project]);
  }
  run(process.execPath, [join('scripts', 'copy-assets.js'), 'dist']);
}

function run(command, parameters) {
  const { status, error } = spawnSync(command, parameters, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) stop(`"${command} ${parameters.join(' ')}" failed${error ? `: ${error.message}` : ''}.`);
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
