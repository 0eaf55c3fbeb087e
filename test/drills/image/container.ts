import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import type { BuiltImage } from './build.ts';

export type Container = {
  /** Runs a program beside the main one, as `docker exec` does. Rejects if it fails. */
  exec(command: readonly string[]): Promise<string>;
  /** Sends the stop signal of the image, and returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills all its processes at once, if it runs. */
  kill(): Promise<void>;
  printed(): string;
};

/** A volume, which several containers can use one after another. It belongs to the user of the image, as a new one does. */
export async function createVolume({ settings }: BuiltImage): Promise<{ folder: string; delete: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-volume-'));
  const [uid = 0, gid = 0] = settings.user.split(':').map(Number);
  await chown(folder, uid, gid);
  return { folder, delete: () => rm(folder, { recursive: true }) };
}

/**
 * Starts the command of an image as `docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges` does: its
 * user, a root folder that cannot be written, the process as the first of its own. It has the network of this machine.
 */
export async function startContainer(
  image: BuiltImage,
  volumeFolder: string,
  environment: Record<string, string>,
): Promise<Container> {
  const { rootFolder, settings } = image;
  const [volume = ''] = settings.volumes;
  await mkdir(join(rootFolder, volume), { recursive: true });
  const script = `
    mount --bind "$1" "$1"
    mount --rbind /dev "$1/dev"
    mount -t proc proc "$1/proc"
    mount -t tmpfs tmpfs "$1/tmp"
    mount --bind "$2" "$1$3"
    mount -o remount,bind,ro "$1"
    root=$1; shift 3
    exec chroot "$root" "$@"`;
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', 'sh', '-ec', script, 'sh', rootFolder, volumeFolder, volume],
      ...asUser(settings.user, settings.folder, { ...settings.environment, ...environment }, settings.command),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += String(chunk);
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const findMain = async () => (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim();
  return {
    exec: async (command) =>
      runCommand('nsenter', [
        ...['--target', await findMain(), '--mount', '--pid', '--root'],
        ...asUser(settings.user, settings.folder, { ...settings.environment, ...environment }, command),
      ]),
    stop: async () => {
      process.kill(Number(await findMain()), settings.stopSignal);
      return ended;
    },
    kill: async () => {
      // The end of the first process of a namespace is that of all.
      if (child.exitCode === null && child.signalCode === null) process.kill(Number(await findMain()), 'SIGKILL');
      await ended;
    },
    printed: () => printed,
  };
}

/** The words that run a command as a user without capabilities, with this environment alone. */
function asUser(
  user: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
  command: readonly string[],
): string[] {
  const [uid, gid] = user.split(':');
  return [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--bounding-set=-all', '--no-new-privs'],
    ...['env', '--ignore-environment', `--chdir=${folder}`, 'PATH=/usr/local/bin:/usr/bin:/bin'],
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
}
