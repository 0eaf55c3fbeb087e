import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { createStorage } from '../providers/storage/storage.ts';
import type { Finding } from './doctor.finding.ts';

const MEGABYTE = 1024 * 1024;
const LITTLE_MEGABYTES = 1_024;
const TOO_LITTLE_MEGABYTES = 100;

/** Writes a file, reads it and deletes it again. */
export async function checkStorage(settings: Config['storage']): Promise<Finding> {
  const about = 'Files';
  const place = settings.kind === 'disk' ? settings.folder : `the bucket ${settings.bucket}`;
  let reason = 'it is not there after it was written';
  const storage = await createStorage(settings, (failure) => {
    reason = `${failure.operation}: ${failure.reason}`;
  });
  // A folder of its own would stay behind.
  const key = `doctor-${randomUUID()}.png`;
  try {
    await storage.put(key, Buffer.from('probe'));
    const file = await storage.read(key);
    await storage.delete(key);
    if (file !== null) return { state: 'ok', about, found: `can be written and read in ${place}` };
  } catch {
    // The reason has been told.
  }
  const advice = settings.kind === 'disk' ? 'Make the folder writable.' : 'See the rights of the keys to the bucket.';
  return { state: 'fail', about, found: `cannot be kept in ${place}\n(${reason})`, advice };
}

/** What is left on the disk of this folder, which does not have to be there yet. */
export async function checkDisk(folder: string): Promise<Finding> {
  const about = 'Free disk';
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  const megabytes = Math.floor((bavail * bsize) / MEGABYTE);
  const found = `${megabytes > 10_240 ? `${Math.floor(megabytes / 1024)} GB` : `${megabytes} MB`} where ${folder} is`;
  if (megabytes >= LITTLE_MEGABYTES) return { state: 'ok', about, found };
  const advice = 'Make room: the database stops where it cannot write.';
  return { state: megabytes < TOO_LITTLE_MEGABYTES ? 'fail' : 'warn', about, found, advice };
}
