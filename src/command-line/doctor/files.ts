import { randomUUID } from 'node:crypto';
import type { Config } from '../../app/config.ts';
import { type Disk, isLow, readDisks, type StorageFolders } from '../../platform/files/disk-space.ts';
import { createStorage } from '../../providers/storage/storage.ts';
import type { Finding } from './finding.ts';

const MEGABYTE = 1024 * 1024;
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

/** What is left on the disks of what grows. */
export async function checkDisks(places: StorageFolders): Promise<Finding[]> {
  return (await readDisks(places)).map(findDisk);
}

export function findDisk(disk: Disk): Finding {
  const about = 'Free disk';
  const megabytes = Math.floor(disk.freeBytes / MEGABYTE);
  const free = megabytes > 10_240 ? `${Math.floor(megabytes / 1024)} GB` : `${megabytes} MB`;
  const percent = Math.floor((100 * disk.freeBytes) / Math.max(1, disk.totalBytes));
  const found = `${free} (${percent} %) for the ${new Intl.ListFormat('en').format(disk.holds)}`;
  if (!isLow(disk)) return { state: 'ok', about, found };
  const advice = 'Make room: nothing can be saved where the disk is full.';
  return { state: megabytes < TOO_LITTLE_MEGABYTES ? 'fail' : 'warn', about, found, advice };
}
