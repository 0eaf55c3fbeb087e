import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { whenOver } from '../when-over.ts';

/** Starts a local S3 server with one bucket. It stops after the last test of the file. */
export async function startTestBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'meadow-bucket-'));
  const bucket = 'files';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  whenOver(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  return { bucket, endpoint: `http://127.0.0.1:${port}`, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
}
