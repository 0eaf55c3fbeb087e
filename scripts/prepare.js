// node scripts/prepare.js [--build | --web]   installs missing or outdated packages, and builds server and client, or the client.
// Runs before `npm start` and `npm test`, so it imports nothing but Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? '.', '..');
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  stop(`Meadow needs Node 20.19 or newer. This is Node ${process.versions.node}. Node 24 is recommended.`);
}

if (!isInstalled()) {
  process.stdout.write('Installing packages (about a minute) ...\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

if (process.argv.includes('--build')) {
  run(process.execPath, [join('scripts', 'build-server.js'), 'dist']);
  if (process.env.WEB !== 'off') buildWeb();
}

// Tests that run side by side would build it at the same time.
if (process.argv.includes('--web')) buildWeb();

function buildWeb() {
  run(process.execPath, [join('scripts', 'build-web.js')]);
}

// npm records each installation in node_modules/.package-lock.json. Packages of other platforms are optional and missing there.
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(record);
  return (
    [...locked].every(([path, entry]) =>
      installed.has(path) ? isSamePackage(installed.get(path), entry) : entry.optional === true,
    ) && [...installed.keys()].every((path) => locked.has(path))
  );
}

function readPackages(path) {
  const { '': _root, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages;
  return new Map(Object.entries(packages));
}

function isSamePackage(a, b) {
  return a.version === b.version && a.resolved === b.resolved && a.integrity === b.integrity;
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
