// node scripts/prepare.js [--build | --web | --types]   installs missing or outdated packages, and builds server and client, the client,
// or the types of its API.
// Runs before `npm start` and `npm test`, so it imports nothing but Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode } from './node-version.js';

requireNode();

const root = join(import.meta.dirname, '..');
/** Of packages and builds. The variable is for tests. */
const NEEDED_BYTES = Number(process.env.MEADOW_NEEDED_BYTES ?? 900e6);
const LOCK = join(root, '.preparing');
const WAIT_MS = 500;

takeLock();

if (!isInstalled()) {
  requireRoom();
  process.stdout.write('Installing packages (about a minute) ...\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

if (process.argv.includes('--build')) {
  run(process.execPath, [join('scripts', 'build-server.js'), 'dist']);
  if (process.env.WEB !== 'off') buildWeb();
}

// Tests that run side by side would build it at the same time.
if (process.argv.includes('--web')) buildWeb();

if (process.argv.includes('--types')) run(process.execPath, ['--import', 'tsx', join('scripts', 'client-types.ts')]);

/** Two installations in one folder at the same time break each other. Waits for the other one. */
function takeLock() {
  let isTold = false;
  while (!writeLock()) {
    const owner = Number(readLock());
    if (!isRunning(owner)) rmSync(LOCK, { force: true });
    else {
      if (!isTold) process.stdout.write(`Process ${owner} prepares this folder. Waiting for it ...\n`);
      isTold = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
  process.on('exit', () => rmSync(LOCK, { force: true }));
}

function writeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    // A folder that cannot be written has nothing to install either, or npm says what is wrong.
    return true;
  }
}

function readLock() {
  try {
    return readFileSync(LOCK, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** npm's own error comes after minutes, and names a package. */
function requireRoom() {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize >= NEEDED_BYTES) return;
  const [needed, free] = [NEEDED_BYTES, bavail * bsize].map((bytes) => `${Math.floor(bytes / 1e6)} MB`);
  stop(`Packages and builds need ${needed}, and ${free} are free on the disk of ${root}. Free some space.`);
}

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
