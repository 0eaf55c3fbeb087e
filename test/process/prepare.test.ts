import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

type Packages = Record<
  string,
  { version?: string; resolved?: string; integrity?: string; optional?: true; link?: true }
>;

const LOCKED = {
  '': { version: '0.1.0' },
  'node_modules/@meadow/launcher': { resolved: 'packages/launcher', link: true },
  'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
  'node_modules/fsevents': { version: '2.0.0', integrity: 'sha512-b', optional: true },
} satisfies Packages;
const { '': _root, 'node_modules/fsevents': _otherPlatform, ...INSTALLED } = LOCKED;

type Project = {
  locked: Packages;
  installed: Packages | null;
  /** The id of the process that locked the folder. */
  lockedBy?: number;
};

/** Runs scripts/prepare.js in a project with these packages. Returns the calls of npm. */
async function prepare(project: Project): Promise<string[]> {
  const { stdout, status } = await runIn(project);
  expect(status).toBe(0);
  return callsOfNpm(stdout);
}

const callsOfNpm = (printed: string) => printed.split('\n').filter((line) => line.startsWith('npm '));

async function runIn({ locked, installed, lockedBy }: Project, environment: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'meadow-prepare-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const name of ['prepare.js', 'node-version.js']) {
    await cp(join(ROOT, 'scripts', name), join(root, 'scripts', name));
  }
  if (lockedBy !== undefined) await writeFile(join(root, '.preparing'), String(lockedBy));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
  await mkdir(join(root, 'node_modules'));
  if (installed !== null) {
    await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  }
  const npm = join(root, 'bin', 'npm');
  await mkdir(join(root, 'bin'));
  await writeFile(npm, '#!/bin/sh\necho "npm $1"\n');
  await chmod(npm, 0o755);
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'scripts', 'prepare.js')], {
    env: { ...environment, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  expect(existsSync(join(root, '.preparing'))).toBe(false);
  return { stdout, stderr, status };
}

test('installs nothing after npm ci', async () => {
  expect(await prepare({ locked: LOCKED, installed: INSTALLED })).toEqual([]);
});

test('takes over the lock of a process that has ended', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  expect(await prepare({ locked: LOCKED, installed: null, lockedBy: gone })).toEqual(['npm ci']);
});

test('two concurrent runs in one folder install one after the other', async () => {
  const root = await mkdtemp(join(tmpdir(), 'meadow-prepare-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const name of ['prepare.js', 'node-version.js']) {
    await cp(join(ROOT, 'scripts', name), join(root, 'scripts', name));
  }
  await mkdir(join(root, 'node_modules'));
  await mkdir(join(root, 'bin'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  await writeFile(join(root, 'installed.json'), JSON.stringify({ packages: INSTALLED }));
  // The folder exists while a process installs.
  const npm =
    '#!/bin/sh\nmkdir busy || echo "npm twice"\necho "npm $1"\ncp installed.json node_modules/.package-lock.json\nrmdir busy\n';
  await writeFile(join(root, 'bin', 'npm'), npm, { mode: 0o755 });
  const env = { PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` };
  const runs = [1, 2].map(() =>
    promisify(execFile)(process.execPath, [join(root, 'scripts', 'prepare.js')], { env, encoding: 'utf8' }),
  );
  const printed = (await Promise.all(runs)).map(({ stdout }) => stdout).join('');
  expect(callsOfNpm(printed)).toEqual(['npm ci']);
});

test('installs in a fresh clone', async () => {
  expect(await prepare({ locked: LOCKED, installed: null })).toEqual(['npm ci']);
});

describe('on a full disk', () => {
  const FULL = { MEADOW_NEEDED_BYTES: String(2 ** 60) };

  test('installs nothing, and prints how much space it needs in which folder', async () => {
    const { stdout, stderr, status } = await runIn({ locked: LOCKED, installed: null }, FULL);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^Packages and builds need \d+ MB, and \d+ MB are free on the disk of .+\. Free some space\.\n$/,
    );
  });

  test('succeeds if nothing is missing', async () => {
    expect(await runIn({ locked: LOCKED, installed: INSTALLED }, FULL)).toMatchObject({ status: 0, stderr: '' });
  });
});

test.each<{ change: string; locked: Packages; installed: Packages }>([
  {
    change: 'has another version of a package',
    locked: { ...LOCKED, 'node_modules/fastify': { version: '5.0.1', integrity: 'sha512-c' } },
    installed: INSTALLED,
  },
  {
    change: 'has another digest of a package',
    locked: { ...LOCKED, 'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-c' } },
    installed: INSTALLED,
  },
  { change: 'adds a package', locked: { ...LOCKED, 'node_modules/pg': { version: '8.0.0' } }, installed: INSTALLED },
  { change: 'removes a package', locked: LOCKED, installed: { ...INSTALLED, 'node_modules/pg': { version: '8.0.0' } } },
])('installs after a pull whose lockfile $change', async ({ locked, installed }) => {
  expect(await prepare({ locked, installed })).toEqual(['npm ci']);
});
