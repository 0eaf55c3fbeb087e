import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readdir, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { canReach } from './account.ts';
import type { Advice } from './advice.ts';
import { type ClusterFiles, clusterFilesIn, findCluster, superuser } from './cluster-files.ts';
import { exists, isCode, linkTarget, openDirectory, syncDirectory, writeSecret } from './file-system.ts';
import { type Installation, runProgram } from './installation.ts';
import { linkedClustersIn } from './linked-cluster.ts';
import { isAlive } from './pid-file.ts';
import { asArguments, sizeSettings } from './settings.ts';

type Creation = {
  directory: string;
  installation: Installation;
  systemDirectory: string;
  durable: boolean;
  advice: Advice;
};

/**
 * The cluster at `directory`, created where there is none. A new one is made under another name and appears whole or not
 * at all; of several processes that create at once one wins, and the others get the winner's.
 */
export async function openCluster(creation: Creation): Promise<ClusterFiles> {
  await removeLeftovers(creation);
  return (await findCluster(creation.directory)) ?? (await createCluster(creation));
}

async function createCluster(creation: Creation): Promise<ClusterFiles> {
  const { directory, installation, systemDirectory, advice } = creation;
  await mkdir(dirname(directory), { recursive: true });
  await makeRoom(directory, advice);
  const account = installation.account;
  const name = `${process.pid}-${randomBytes(8).toString('hex')}`;
  const unfinished = directory + creatingInfix + name;
  if (account === null || (await canReach(account, dirname(directory)))) {
    await fillCluster(creation, unfinished);
    await publish(creation, unfinished, () => rename(unfinished, directory));
  } else {
    // The server cannot get here, so that the cluster lives elsewhere and a link stands in its place. The link with the
    // unfinished name comes first: it tells the next start what to remove if this one dies on the way.
    const elsewhere = join(linkedClustersIn(systemDirectory), name);
    await openDirectory(dirname(elsewhere));
    await symlink(elsewhere, unfinished);
    await fillCluster(creation, elsewhere);
    await publish(creation, elsewhere, () => symlink(elsewhere, directory));
    await rm(unfinished);
  }
  const cluster = await findCluster(directory);
  if (cluster === null) throw new Error(`The new database cluster in ${directory} has disappeared. Start again.`);
  return cluster;
}

async function fillCluster({ installation, durable, directory }: Creation, root: string): Promise<void> {
  const { account, initdb } = installation;
  const files = clusterFilesIn(directory, root);
  await mkdir(root, { mode: 0o700 });
  await mkdir(files.log, { mode: 0o700 });
  await writeSecret(files.password, randomBytes(32).toString('base64url'));
  if (account !== null) {
    for (const path of [root, files.log, files.password]) await chown(path, account.uid, account.gid);
  }
  const programArguments = ['-D', files.data, '-U', superuser, '--auth=scram-sha-256', `--pwfile=${files.password}`];
  // The builtin locale knows upper and lower case of all letters, whatever the machine has installed.
  programArguments.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  programArguments.push(...asArguments(sizeSettings(durable)), ...(durable ? [] : ['--no-sync']));
  await runProgram(account, initdb, programArguments, { directory: root });
}

/** Lets the finished cluster appear, unless another process was faster: then its own is thrown away. */
async function publish({ directory, durable }: Creation, root: string, giveName: () => Promise<void>): Promise<void> {
  try {
    await giveName();
  } catch (error) {
    await rm(root, { recursive: true });
    if ((await findCluster(directory)) === null) throw error;
  }
  if (durable) await syncDirectory(dirname(directory));
}

/** An empty folder makes room for the cluster. Rejects where anything else is in its place. */
async function makeRoom(directory: string, advice: Advice): Promise<void> {
  await rmdir(directory).catch(async (cause: unknown) => {
    if (isCode(cause, 'ENOENT') || (await findCluster(directory)) !== null) return;
    const message = `${directory} is neither empty nor a database cluster of ours. ${advice.occupied}`;
    throw new Error(`${message} A volume has to be mounted on a folder above it.`, { cause });
  });
}

async function removeLeftovers({ directory, systemDirectory }: Creation): Promise<void> {
  const parent = dirname(directory);
  if (!(await exists(parent))) return;
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(basename(directory) + creatingInfix) || !(await isAbandoned(path))) continue;
    const target = await linkTarget(path);
    const isOurs = target !== null && dirname(target) === linkedClustersIn(systemDirectory);
    if (isOurs && target !== (await linkTarget(directory))) await rm(target, removal);
    await rm(path, removal);
  }
}

/** A creation takes seconds. One of our own process id that is older than this process belongs to a former container. */
async function isAbandoned(path: string): Promise<boolean> {
  const creator = Number.parseInt(path.slice(path.lastIndexOf(creatingInfix) + creatingInfix.length), 10);
  const stats = await lstat(path).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null; // Its creator has just finished it.
    throw error;
  });
  if (stats === null) return false;
  const ageSeconds = (Date.now() - stats.ctimeMs) / 1000;
  return !isAlive(creator) || ageSeconds > (creator === process.pid ? process.uptime() : 600);
}

const creatingInfix = '.creating-';

// A killed creator can leave an initdb behind that still writes for a moment.
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
