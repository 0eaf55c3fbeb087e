import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Advice } from './advice.ts';
import { type ClusterFiles, clusterFilesIn } from './cluster-files.ts';
import { exists, isCode, linkTarget } from './file-system.ts';
import { findPostmaster } from './pid-file.ts';

/** Default folder for programs and clusters that the server's account could not reach otherwise. */
export const SYSTEM_DIRECTORY = '/var/lib/embedded-postgres';

/** Where the clusters lie that a link stands for. */
export const linkedClustersIn = (systemDirectory: string): string => join(systemDirectory, 'clusters');

/** Beside a linked cluster: which link stands for it. */
const ownerFileOf = (root: string): string => `${root}.linked-from`;

/** Beside the link, for people who look into the folder, or into a copy of it. */
const noteFileOf = (directory: string): string => `${directory}.README.txt`;

/** A cluster that no folder links to any more, as far as is known. */
export type Orphan = {
  path: string;
  /** The folder that linked to it last; null where that was never written down. */
  linkedFrom: string | null;
  /** The process id of a server that still runs there. */
  pid: number | null;
};

/** Where the cluster of this folder really is, if the folder is a link; else null. */
export async function findLinkedPlace(directory: string): Promise<string | null> {
  const target = await linkTarget(directory);
  return target === null ? null : resolve(dirname(directory), target);
}

/**
 * Writes down which folder a linked cluster belongs to, on both sides. Throws where another folder links to it as well: then this
 * one is a copy that has left the database behind.
 */
export async function claimLinkedCluster(
  { directory, root }: ClusterFiles,
  systemDirectory: string,
  advice: Advice,
): Promise<void> {
  if ((await linkTarget(directory)) === null) {
    await rm(noteFileOf(directory), { force: true });
    return;
  }
  await writeFile(noteFileOf(directory), noteOf(directory, root, advice));
  if (dirname(root) !== linkedClustersIn(systemDirectory)) return;
  const owner = await readOwner(root);
  if (owner !== null && owner !== directory && (await findLinkedPlace(owner)) === root) {
    throw new Error(
      `${directory} is a link to the database of ${owner}, as in a copy of a folder without its database. ` +
        `${advice.copied} If both are meant to be the same, remove one of the two links.`,
    );
  }
  if (owner !== directory) await writeFile(ownerFileOf(root), `${directory}\n`);
}

/** The clusters below `systemDirectory` that no folder links to. Removes nothing. */
export async function listOrphans(systemDirectory: string): Promise<Orphan[]> {
  const clusters = linkedClustersIn(systemDirectory);
  const orphans: Orphan[] = [];
  for (const entry of await readdir(clusters, { withFileTypes: true }).catch(refuseAllBut('ENOENT', 'EACCES'))) {
    const path = join(clusters, entry.name);
    if (!entry.isDirectory()) continue;
    const linkedFrom = await readOwner(path);
    if (linkedFrom !== null && (await mayLinkTo(linkedFrom, path))) continue;
    orphans.push({ path, linkedFrom, pid: await findServer(path) });
  }
  return orphans;
}

/** True where this user may not look. */
async function mayLinkTo(directory: string, root: string): Promise<boolean> {
  try {
    return (await findLinkedPlace(directory)) === root;
  } catch (error) {
    if (isCode(error, 'EACCES')) return true;
    throw error;
  }
}

async function readOwner(root: string): Promise<string | null> {
  const file = ownerFileOf(root);
  return (await exists(file)) ? (await readFile(file, 'utf8')).trim() : null;
}

async function findServer(root: string): Promise<number | null> {
  try {
    await stat(join(root, 'data'));
    return (await findPostmaster(clusterFilesIn(root, root)))?.pid ?? null;
  } catch (error) {
    if (isCode(error, 'EACCES', 'ENOENT')) return null;
    throw error;
  }
}

function refuseAllBut(...codes: string[]) {
  return (error: unknown) => {
    if (isCode(error, ...codes)) return [];
    throw error;
  };
}

function noteOf(directory: string, root: string, advice: Advice): string {
  return `The database is not in this folder: ${basename(directory)} is a link to
${root}
A copy of this folder does not hold the database. ${advice.backup}
`;
}
