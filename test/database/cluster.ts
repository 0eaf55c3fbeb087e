import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@meadow/embedded-postgres';

export type Cluster = { url: string; close: () => Promise<void> };

/** The server at `external`, or else a cluster that is thrown away on `close`. The path of `url` is a maintenance database. */
export async function openCluster(external: string | undefined): Promise<Cluster> {
  if (external) return { url: external, close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'meadow-test-'));
  // Where root runs this, the server runs as somebody else, who must be able to pass through.
  await chmod(folder, 0o755);
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
