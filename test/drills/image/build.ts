import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { runCommand } from '../run-command.ts';
import { type ImageSettings, listStepsOfImage, parseDockerfile, readImageSettings, type Step } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const NODE_IMAGE = /^node:(\d+\.\d+\.\d+)-(\w+)-slim$/;

export type BuiltImage = { rootFolder: string; settings: ImageSettings; delete: () => Promise<void> };

/**
 * Carries out the Dockerfile of the repository as its lines say, without a container engine: `RUN` in a change of root, `COPY` of what
 * .dockerignore leaves. The base is a minimal Debian with the Node of npm. Needs root.
 */
export async function buildImage(): Promise<BuiltImage> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-image-'));
  const stages = parseDockerfile(await readFile(join(ROOT, 'Dockerfile'), 'utf8'));
  const context = join(folder, 'context');
  await copyContext(context);
  const rootOf = (name: string) => join(folder, 'stages', name);
  for (const [index, { name, base, steps }] of stages.entries()) {
    const root = rootOf(name ?? String(index));
    await mkdir(dirname(root), { recursive: true });
    if (stages.some((stage) => stage.name === base)) await runCommand('cp', ['-a', rootOf(base), root]);
    else await makeBase(base, root);
    let workFolder = readWorkFolder(stages, base);
    for (const step of steps) {
      if (step.keyword === 'WORKDIR') {
        workFolder = step.text;
        await mkdir(join(root, workFolder), { recursive: true });
      }
      if (step.keyword === 'COPY') await copy(step, root, workFolder, { context, rootOf });
      if (step.keyword === 'RUN') await runInside(step, root, workFolder);
    }
  }
  return {
    rootFolder: rootOf(stages.at(-1)?.name ?? String(stages.length - 1)),
    settings: readImageSettings(listStepsOfImage(stages)),
    delete: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The folder in which the steps after `FROM base` begin. */
function readWorkFolder(stages: ReturnType<typeof parseDockerfile>, base: string): string {
  const end = stages.findIndex(({ name }) => name === base);
  if (end === -1) return '/';
  return listStepsOfImage(stages.slice(0, end + 1)).findLast(({ keyword }) => keyword === 'WORKDIR')?.text ?? '/';
}

/** What `FROM node:…-slim` has: a minimal Debian, Node, npm, and the user `node`. */
async function makeBase(image: string, root: string): Promise<void> {
  const [, version, suite] = NODE_IMAGE.exec(image) ?? [];
  if (version === undefined || suite === undefined)
    throw new Error(`${image} has no exact version of Node, or is not slim.`);
  await runCommand('debootstrap', ['--variant=minbase', suite, root]);
  const local = join(root, 'usr', 'local');
  const packed = await mkdtemp(join(tmpdir(), 'meadow-node-'));
  const machine = `${process.platform}-${process.arch}`;
  const archive = await runCommand('npm', ['pack', '--silent', `node-${machine}@${version}`], { folder: packed });
  await runCommand('tar', ['--extract', '--file', archive.trim(), '--strip-components=1', '--directory', local], {
    folder: packed,
  });
  await rm(packed, { recursive: true });
  const npm = join('lib', 'node_modules', 'npm');
  const packages = await runCommand('npm', ['root', '--global']);
  await cp(join(packages.trim(), 'npm'), join(local, npm), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await runCommand('ln', ['-s', join('..', npm, 'bin', `${name}-cli.js`), join(local, 'bin', name)]);
  }
  await runCommand('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
}

/** Runs as root with the network and the npm cache of this machine, which leave nothing in the image. */
async function runInside({ text }: Step, root: string, workFolder: string): Promise<void> {
  const cache = (await runCommand('npm', ['config', 'get', 'cache'])).trim();
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '';
  const script = `
    mount --rbind /dev "$1/dev"
    mount -t proc proc "$1/proc"
    mkdir -p "$3" "$1/root/.npm" && mount --bind "$3" "$1/root/.npm"
    mount -t tmpfs tmpfs "$1/tmp"
    [ -z "$4" ] || cp "$4" "$1/tmp/certificates"
    exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin \${4:+NODE_EXTRA_CA_CERTS=/tmp/certificates} \\
      /bin/sh -ec "cd $2; $5"`;
  const values = [root, workFolder, cache, certificates, text];
  await runCommand('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...values]);
}

async function copy(
  { flags, words }: Step,
  root: string,
  workFolder: string,
  { context, rootOf }: { context: string; rootOf: (name: string) => string },
): Promise<void> {
  const target = join(root, posix.resolve(workFolder, words.at(-1) ?? ''));
  const from = flags.get('from');
  for (const word of words.slice(0, -1)) {
    const source = join(from === undefined ? context : rootOf(from), word);
    const isFolder = (await readdir(source).catch(() => null)) !== null;
    const isInto = isFolder || words.at(-1)?.endsWith('/');
    await mkdir(isInto ? target : dirname(target), { recursive: true });
    await runCommand('cp', [
      '-a',
      isFolder ? `${source}/.` : source,
      isInto && !isFolder ? join(target, basename(word)) : target,
    ]);
  }
}

/** What a builder sends: the files of the repository that .dockerignore leaves, owned by root. */
async function copyContext(target: string): Promise<void> {
  const isIgnored = ignoring(await readFile(join(ROOT, '.dockerignore'), 'utf8'));
  const listed = await runCommand('git', ['ls-files', '--cached', '--others', '-z'], { folder: ROOT });
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    if (isIgnored(path)) continue;
    await mkdir(join(target, dirname(path)), { recursive: true });
    await cp(join(ROOT, path), join(target, path));
  }
}

/** The last pattern that names a file or one of its folders decides. */
export function ignoring(patterns: string): (path: string) => boolean {
  const rules = patterns
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const glob = line
        .replace(/^!/, '')
        .replaceAll('.', '\\.')
        .replaceAll('**/', '(.+/)?')
        .replaceAll(/(?<!\()\*/g, '[^/]*');
      return { isKept: line.startsWith('!'), pattern: new RegExp(`^${glob}(/|$)`) };
    });
  return (path) => !(rules.findLast(({ pattern }) => pattern.test(path))?.isKept ?? true);
}
