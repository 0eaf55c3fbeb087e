import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const START_LIMIT_MS = 55_000;

export type Build = { main: string; commands: string; delete: () => Promise<void> };

/** Compiles the service once, as `npm start` does, into a temporary folder. */
export async function buildService(): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-build-'));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  // Types are checked elsewhere: this is about the program that comes out.
  const options = ['--noCheck', '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  const compile = (project: string, target: string) => {
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project, ...options, '--outDir', target], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The service does not compile:\n${stdout}`);
  };
  compile('tsconfig.build.json', join(folder, 'dist'));
  spawnSync(process.execPath, [join(ROOT, 'scripts', 'copy-assets.js'), join(folder, 'dist')]);
  // Nearer than the one in node_modules, which links to whatever was built last.
  const launcher = join('packages', 'embedded-postgres');
  const copy = join(folder, 'dist', 'node_modules', '@meadow', 'embedded-postgres');
  compile(launcher, join(copy, 'dist'));
  await cp(join(ROOT, launcher, 'package.json'), join(copy, 'package.json'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await cp(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true });
  // In place of the web client, whose build takes longer than the rest.
  await mkdir(join(folder, 'dist', 'web'));
  await writeFile(join(folder, 'dist', 'web', 'index.html'), '<!doctype html><title>Meadow</title>');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return {
    main: join(folder, 'dist', 'main.js'),
    commands: join(folder, 'dist', 'meadow.js'),
    delete: () => rm(folder, { recursive: true, maxRetries: 10 }),
  };
}

export type Program = {
  child: ChildProcess;
  /** What it has printed so far, on both streams. */
  printed(): string;
  /** Waits until it has printed this; rejects with all it has printed when it ends before or takes too long. */
  waitFor(part: string): Promise<void>;
  /** Its exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
};

/** Runs a program of the build with this environment alone, in a folder without a file .env where no other is given. */
export function runProgram(
  file: string,
  environment: Record<string, string>,
  programArguments: string[] = [],
  folder = tmpdir(),
): Program {
  return runNode([file, ...programArguments], environment, folder);
}

/** Runs the text of a module, with these options of Node. */
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

/** A data folder that the database's own account may reach too, a port that is free, and no jobs at moments of their own. */
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
