import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from '../free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const START_LIMIT_MS = 55_000;

export type Build = { main: string; commands: string; delete: () => Promise<void> };

/** Builds the service like `npm start`, into a temporary folder. */
export async function buildService(): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-build-'));
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'build-server.js'), join(folder, 'dist')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The service cannot be built:\n${stdout}`);
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await cp(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true });
  // This file replaces the web client, whose build takes longer than the rest.
  await mkdir(join(folder, 'dist', 'web'));
  await writeFile(join(folder, 'dist', 'web', 'index.html'), '<!doctype html><title>Meadow</title>');
  await linkPackages(folder);
  return buildIn(folder);
}

/** Creates a build of the next version: the same program with another migration. */
export async function withMigration({ main }: Build, name: string, statements: string): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-build-'));
  await cp(dirname(dirname(main)), folder, { recursive: true, verbatimSymlinks: true });
  await writeFile(join(folder, 'migrations', `${name}.sql`), statements);
  return buildIn(folder);
}

function buildIn(folder: string): Build {
  return {
    main: join(folder, 'dist', 'main.js'),
    commands: join(folder, 'dist', 'meadow.js'),
    delete: () => rm(folder, { recursive: true, maxRetries: 10 }),
  };
}

/** Links only the packages of `npm ci --omit=dev`, so that the tests fail if the build misses another one. */
async function linkPackages(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const paths = Object.entries(lock.packages).flatMap(([path, { dev }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && existsSync(join(ROOT, path)) ? [path] : [],
  );
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path), 'dir');
  }
}

export type Program = {
  child: ChildProcess;
  /** Returns the output so far, of stdout and stderr. */
  printed(): string;
  /** Waits until the output contains a text. Rejects with the output if the program ends first or takes too long. */
  waitFor(part: string): Promise<void>;
  /** The exit code, or the signal that killed the program. */
  ended: Promise<number | NodeJS.Signals>;
};

/** Runs a program of the build with only this environment. The default folder has no file .env. */
export function runProgram(
  file: string,
  environment: Record<string, string>,
  programArguments: string[] = [],
  folder = tmpdir(),
): Program {
  return runNode([file, ...programArguments], environment, folder);
}

/** Runs the text of a module with options of Node. */
export function runScript(text: string, nodeOptions: string[] = []): Program {
  return runNode([...nodeOptions, '--input-type=module', '--eval', text], {});
}

function runNode(nodeArguments: string[], environment: Record<string, string>, folder = tmpdir()): Program {
  const child = spawn(process.execPath, nodeArguments, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const looks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += String(chunk);
      for (const look of looks) look();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const waitFor = async (part: string) => {
    const failure = (why: string) => new Error(`The program ${why} before it printed "${part}":\n${printed}`);
    const isThere = () => printed.includes(part);
    const found = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => finish(failure('took too long')), START_LIMIT_MS);
      const finish = (problem?: Error) => {
        clearTimeout(timer);
        looks.delete(look);
        if (problem === undefined) resolve();
        else reject(problem);
      };
      const look = () => {
        if (isThere()) finish();
      };
      looks.add(look);
      void ended.then(() => finish(isThere() ? undefined : failure('ended')));
      look();
    });
    await found;
  };
  return { child, printed: () => printed, waitFor, ended };
}

/** Creates an environment: a data folder that the account of the database can traverse, a free port, and no scheduled jobs. */
export async function prepareEnvironment(more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-process-'));
  await chmod(folder, 0o755);
  const dataDirectory = join(folder, 'data');
  await mkdir(dataDirectory);
  const port = await findFreePort();
  const environment = { DATA_DIR: dataDirectory, PORT: String(port), SCHEDULER: 'off', ...more };
  return {
    address: `http://127.0.0.1:${port}`,
    dataDirectory,
    environment: environment as Record<string, string>,
    delete: () => rm(folder, { recursive: true, maxRetries: 10 }),
  };
}
