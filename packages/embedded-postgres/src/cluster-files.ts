import { access, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, isCode } from './file-system.ts';

/** Where the parts of one cluster lie. `directory` is the name people know it by, the others are real paths. */
export type ClusterFiles = { directory: string; root: string; data: string; log: string; password: string };

/** The parts of the cluster whose folder is `root`. */
export function clusterFilesIn(directory: string, root: string): ClusterFiles {
  return { directory, root, data: join(root, 'data'), log: join(root, 'log'), password: join(root, 'password') };
}

/**
 * The cluster at `directory`, or null where there is none yet. Rejects where something else is in its place, where its
 * data are gone, and where this user may not look.
 */
export async function findCluster(directory: string): Promise<ClusterFiles | null> {
  if (!(await exists(directory))) return null;
  const root = await realpath(directory).catch((cause: unknown) => {
    const advice = 'Bring the cluster back, or remove the link to begin with an empty one.';
    throw new Error(`${directory} is a link to a database cluster that is gone. ${advice}`, { cause });
  });
  const files = clusterFilesIn(directory, root);
  try {
    await access(join(files.data, 'PG_VERSION'));
    return files;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    const advice = 'Start as its owner or as root, or choose another directory.';
    throw new Error(`The database cluster in ${directory} belongs to another user. ${advice}`, { cause: error });
  }
}

/** The major version of PostgreSQL that made the cluster. */
export async function majorOf({ data }: ClusterFiles): Promise<number> {
  return Number((await readFile(join(data, 'PG_VERSION'), 'utf8')).trim());
}

/** The connection string of one database of the cluster, for the server that listens on `port` of this machine. */
export async function connectionStringFor(files: ClusterFiles, port: number, database: string): Promise<string> {
  const password = (await readFile(files.password, 'utf8')).trim();
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`;
}

/** The one database user of a cluster. */
export const superuser = 'postgres';
