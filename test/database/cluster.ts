import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@meadow/embedded-postgres';

export type Cluster = { url: string; close: () => Promise<void> };

/** Returns the server at `external`, or starts a cluster that `close` deletes. The path of `url` is a maintenance database. */
export async function openCluster(external: string | undefined): Promise<Cluster> {
  if (external) return { url: external, close: async () => undefined };
  const folder = await createClusterFolder('meadow-test-');
  const cluster = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    database: 'postgres',
    durable: false,
  });
  const close = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: cluster.connectionString, close };
}

const MEMORY_FOLDER = '/dev/shm';
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Creates a folder for a temporary cluster, in memory if there is enough: each test file clones a database of hundreds of files, for
 * which a disk takes ten times as long.
 */
export async function createClusterFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join((await hasRoom(MEMORY_FOLDER)) ? MEMORY_FOLDER : tmpdir(), prefix));
  // If root runs this, the server runs as another user, which must be able to traverse the folder.
  await chmod(folder, 0o755);
  return folder;
}

async function hasRoom(memoryFolder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem() / 2) >= MIN_FREE_BYTES;
}
