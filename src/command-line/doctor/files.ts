import { randomUUID } from 'node:crypto';
import type { Config } from '#app/config.ts';
import { type Disk, isLow, readDisks, type StorageFolders } from '#platform/files/disk-space.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';
import type { Finding } from './finding.ts';

const MEGABYTE = 1024 * 1024;
const MIN_FREE_MEGABYTES = 100;

/** Writes, reads and deletes a file. */
export async function checkStorage(settings: Config['storage']): Promise<Finding> {
  const about = 'Files';
  const place = settings.kind === 'disk' ? settings.folder : `the bucket ${settings.bucket}`;
  let reason = 'a written file was missing';
  const storage = await createStorage(settings, (failure) => {
    reason = `${failure.operation}: ${failure.reason}`;
  });
  // In no folder, because folders are not deleted.
  const key = `doctor-${randomUUID()}.png`;
  try {
    await storage.put(key, Buffer.from('probe'));
    const file = await storage.read(key);
    await storage.delete(key);
    if (file !== null) return { state: 'ok', about, found: `readable and writable: ${place}` };
  } catch {
    // `reason` is set.
  }
  const advice = settings.kind === 'disk' ? 'Make the folder writable.' : 'Check the permissions of the access key.';
  return {
    state: 'fail',
    about,
    found: `not writable: ${place}\n(${reason})`,
    advice,
  };
}

/** Free space on the disks of database and files. */
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
  const advice = 'Free some space. Nothing can be saved on a full disk.';
  return { state: megabytes < MIN_FREE_MEGABYTES ? 'fail' : 'warn', about, found, advice };
}
